package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.refverify.fuzzer.input.Written.array;
import static org.refverify.fuzzer.input.Written.input;
import static org.refverify.fuzzer.input.Written.list;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;

class SimplerValuesTest {
  static Stream<Arguments> inputs() {
    return Stream.of(
        arguments(input(0, new Literal(9)), List.of("0", "4", "8")),
        arguments(input(0, new Literal(-1L)), List.of("0", "0", "0")),
        arguments(input(0, new Literal(0)), List.of()),
        arguments(input(0, new Literal(2.5)), List.of("0.0")),
        arguments(input(0, Literal.NULL), List.of()),
        arguments(input(0, new Literal("xa")), List.of("'a'", "'x'", "'aa'")),
        arguments(
            input(0, new Literal("abc")),
            List.of("'a'", "'bc'", "'bc'", "'ac'", "'ab'", "'aac'", "'aba'")),
        arguments(input(0, array(7, 0)), List.of("[0]", "[7]", "[0, 0]", "[3, 0]", "[6, 0]")),
        arguments(
            input(0, list(0, 0, 0)),
            List.of(
                "list(add 0)",
                "list(add 0, add 0)",
                "list(add 0, add 0)",
                "list(add 0, add 0)",
                "list(add 0, add 0)")),
        arguments(input(3, new Literal(0)), List.of("0")),
        // Parts stay where something refers to values by their numbers.
        arguments(input(0, array(0, 0), new Again(0)), List.of()));
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void oneValueIsShorterOrNearerToZero(Input from, List<String> simpler) {
    assertEquals(simpler, Written.all(new SimplerValues(from)));
  }
}
