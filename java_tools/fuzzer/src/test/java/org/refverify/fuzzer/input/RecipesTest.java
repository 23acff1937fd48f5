package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.refverify.fuzzer.input.Written.array;
import static org.refverify.fuzzer.input.Written.input;
import static org.refverify.fuzzer.input.Written.list;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.ClassValue;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Fields;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.StandIn;

class RecipesTest {
  static Stream<Arguments> counts() {
    return Stream.of(
        arguments(new Literal(1), 1, false),
        arguments(Literal.NULL, 1, false),
        arguments(new ClassValue("p.A"), 1, false),
        arguments(new Constant("p.A", "X"), 1, false),
        arguments(array(), 1, false),
        arguments(array(1, 2), 3, false),
        arguments(list(1, 2), 3, false),
        arguments(new StandIn("p.I", List.of(array(1))), 3, false),
        arguments(new Fields("p.A", Map.of("p.A#a", list(1), "p.A#b", Literal.NULL)), 4, false),
        arguments(new Again(0), 1, true),
        arguments(new StandIn("p.I", List.of(new Again(0))), 2, true));
  }

  @ParameterizedTest
  @MethodSource("counts")
  void aValueCountsWithItsParts(Recipe recipe, int count, boolean refers) {
    assertEquals(count, Recipes.count(recipe));
    assertEquals(refers, Recipes.refers(recipe));
  }

  @Test
  void anInputIsFreeIfNothingRefersToAnEarlierValue() {
    assertEquals(true, Recipes.areFree(input(0, array(1), new Literal(2))));
    assertEquals(false, Recipes.areFree(input(0, array(1), new Again(0))));
    assertEquals(true, Recipes.areFree(new Input(array(1), List.of(), 0)));
    assertEquals(false, Recipes.areFree(new Input(new Again(0), List.of(), 0)));
  }
}
