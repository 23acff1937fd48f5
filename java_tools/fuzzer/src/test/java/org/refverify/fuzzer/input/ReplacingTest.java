package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.refverify.fuzzer.input.Written.array;
import static org.refverify.fuzzer.input.Written.input;
import static org.refverify.fuzzer.input.Written.list;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;

class ReplacingTest {
  private static final Input INPUT = input(0, new Literal(1), array(2, 3), list(4), new Literal(5));

  @Test
  void aValueIsNumberedBeforeItsParts() {
    assertEquals(
        "1; [2, 3]; 2; 3; list(add 4); 4; 5",
        NumberedValues.of(INPUT).stream().map(Written::text).collect(Collectors.joining("; ")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | x [2, 3] list(add 4) 5
          1 | 1 x list(add 4) 5
          3 | 1 [2, x] list(add 4) 5
          4 | 1 [2, 3] x 5
          5 | 1 [2, 3] list(add x) 5
          6 | 1 [2, 3] list(add 4) x
          """)
  void theOthersStayAsTheyAre(int number, String expected) {
    Input replaced = Replacing.with(INPUT, number, new Literal('x'));
    assertEquals(expected, Written.text(replaced));
  }
}
