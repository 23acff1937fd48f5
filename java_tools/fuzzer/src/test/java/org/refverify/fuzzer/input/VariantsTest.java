package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.refverify.fuzzer.input.Written.array;
import static org.refverify.fuzzer.input.Written.list;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.run.Clue;

class VariantsTest {
  static Stream<Arguments> clues() {
    return Stream.of(
        arguments(new Literal(3), number(3, 77), List.of("77", "78", "76")),
        arguments(new Literal(77L), number(3, 77), List.of("3", "4", "2")),
        arguments(new Literal(4), number(3, 77), List.of()),
        arguments(array(8, 8), number(2, 4), List.of("[8, 8, 8, 8]")),
        arguments(array(8, 8), number(2, 1), List.of("[8]")),
        arguments(list(8), number(1, 3), List.of("list(add 8, add 8, add 8)")),
        arguments(array(), number(0, 1), List.of()),
        arguments(new Literal(0.5), new Clue(Clue.Kind.REAL, 0.5, 2.0), List.of("2.0")),
        arguments(new Literal("abc"), new Clue(Clue.Kind.TEXT, "abc", "key"), List.of("'key'")));
  }

  @ParameterizedTest
  @MethodSource("clues")
  void aValueLikeTheOneSideBecomesTheOther(Recipe value, Clue clue, List<String> expected) {
    List<String> found =
        new Variants(new SplittableRandom(1), true)
            .of(value, clue).stream().map(Written::text).toList();
    assertEquals(expected, found.subList(0, Math.min(found.size(), expected.size())));
    assertEquals(expected.isEmpty(), found.isEmpty());
  }

  @Test
  void partsStayWhereSomethingRefersToNumbers() {
    Variants variants = new Variants(new SplittableRandom(1), false);
    assertEquals(List.of(), variants.of(array(8, 8), number(2, 4)));
  }

  private static Clue number(long left, long right) {
    return new Clue(Clue.Kind.NUMBER, left, right);
  }
}
