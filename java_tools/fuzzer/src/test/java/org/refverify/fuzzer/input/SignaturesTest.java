package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignaturesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          (I[J)V                                              | [I, [J]
          (Ljava/util/List<Ljava/lang/String;>;)V             | [Ljava/util/List;[Ljava/lang/String;]]
          (Ljava/util/Map<TK;[I>;)V                           | [Ljava/util/Map;[TK:Ljava/lang/Object;, [I]]
          (Ljava/util/List<*>;)V                              | [Ljava/util/List;[Ljava/lang/Object;]]
          (Ljava/util/List<+Ljava/lang/Number;>;)V            | [Ljava/util/List;[Ljava/lang/Number;]]
          (Lp/Outer<Ljava/lang/String;>.Inner<TT;>;)V         | [Lp/Outer$Inner;[TT:Ljava/lang/Object;]]
          """)
  void parametersKeepTheirArguments(String signature, String parameters) {
    assertEquals(parameters, Signatures.parse(signature).parameters.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <T:Ljava/lang/Object;>(TT;)V                                  | {T=Ljava/lang/Object;}
          <T::Ljava/lang/Comparable<TT;>;>(TT;)V                        | {T=Ljava/lang/Comparable;[TT:Ljava/lang/Object;]}
          <T:Ljava/lang/Object;:Ljava/lang/Runnable;>(TT;)V             | {T=Ljava/lang/Runnable;}
          <T:Lp/First;:Ljava/lang/Runnable;U:Lp/Other;>(TT;TU;)V        | {T=Lp/First;, U=Lp/Other;}
          """)
  void theFirstBoundThatSaysAnythingCounts(String signature, String bounds) {
    assertEquals(bounds, Signatures.parse(signature).bounds.toString());
  }
}
