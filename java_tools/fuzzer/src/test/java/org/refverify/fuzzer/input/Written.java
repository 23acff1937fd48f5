package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;

/** Recipes as short texts, for expectations: {@code [1, 2]}, {@code list(add 1, add 2)}, #0. */
final class Written {
  private Written() {}

  static Recipe array(Object... values) {
    List<Recipe> elements = new ArrayList<>();
    for (Object each : values) {
      elements.add(new Literal(each));
    }
    return new ArrayValue("I", elements);
  }

  static Recipe list(Object... values) {
    List<Call> then = new ArrayList<>();
    for (Object each : values) {
      String descriptor = "(Ljava/lang/Object;)Z";
      then.add(new Call("java.util.List", "add", descriptor, List.of(new Literal(each))));
    }
    return new Made(new Call("java.util.ArrayList", "<init>", "()V", List.of()), then);
  }

  static Input input(long world, Recipe... arguments) {
    return new Input(null, List.of(arguments), world);
  }

  static List<String> all(Iterator<Trial> trials) {
    List<String> found = new ArrayList<>();
    trials.forEachRemaining(each -> found.add(text(each.input)));
    return found;
  }

  static String text(Input input) {
    StringBuilder out = new StringBuilder();
    for (Recipe each : input.arguments) {
      out.append(out.length() == 0 ? "" : " ").append(text(each));
    }
    return out + (input.world == 0 ? "" : " in world " + input.world);
  }

  static String text(Recipe recipe) {
    if (recipe instanceof Literal literal) {
      Object value = literal.value;
      return value instanceof String ? "'" + value + "'" : String.valueOf(value);
    }
    if (recipe instanceof ArrayValue array) {
      return array.elements.stream().map(Written::text).toList().toString();
    }
    if (recipe instanceof Made made) {
      List<String> calls =
          made.then.stream().map(call -> call.name + " " + text(call.arguments.get(0))).toList();
      return "list(" + String.join(", ", calls) + ")";
    }
    return "#" + ((Again) recipe).number;
  }
}
