package org.refverify.fuzzer.recipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.common.JsonWriter;

class RecipeJsonTest {
  static Stream<Arguments> recipes() {
    Literal one = new Literal(1);
    Call made = new Call("p.A", "<init>", "(I)V", List.of(one));
    return Stream.of(
        arguments("an int", one),
        arguments("a long", new Literal(1L)),
        arguments("a char", new Literal('\ud800')),
        arguments("not a number", new Literal(Double.NaN)),
        arguments("minus zero", new Literal(-0.0f)),
        arguments("a lone surrogate", new Literal("a\udc00")),
        arguments("null", Literal.NULL),
        arguments("an array", new ArrayValue("I", List.of(one, new Literal(2)))),
        arguments(
            "an object", new Made(made, List.of(new Call("p.A", "add", "(I)V", List.of(one))))),
        arguments("a stand-in", new StandIn("p.I", List.of(one))),
        arguments("fields", new Fields("p.A", Map.of("p.A#n", one))),
        arguments("the same again", new Again(0)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("recipes")
  void comesBackAsItWas(String what, Recipe recipe) {
    Input input = new Input(Literal.NULL, List.of(new Literal(7), recipe), 5);
    String written = JsonWriter.write(RecipeJson.write(input));
    Input read = RecipeJson.readInput(JsonReader.read(written));
    assertEquals(written, JsonWriter.write(RecipeJson.write(read)));
    assertEquals(recipe.getClass(), read.arguments.get(1).getClass());
    assertEquals(5, read.world);
    if (recipe instanceof Literal literal) {
      assertEquals(literal.value, ((Literal) read.arguments.get(1)).value);
    }
  }
}
