package org.refverify.fuzzer.emit;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.ClassValue;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Fields;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.StandIn;

/** Finds the numbers that an input refers to again. */
final class Referred implements Recipe.Visitor<Void> {
  private final Set<Integer> numbers = new HashSet<Integer>();

  private Referred() {}

  static Set<Integer> in(Input input) {
    Referred found = new Referred();
    if (input.receiver != null) {
      input.receiver.accept(found);
    }
    found.all(input.arguments);
    return found.numbers;
  }

  private Void all(Iterable<Recipe> recipes) {
    for (Recipe recipe : recipes) {
      recipe.accept(this);
    }
    return null;
  }

  @Override
  public Void literal(Literal recipe) {
    return null;
  }

  @Override
  public Void classValue(ClassValue recipe) {
    return null;
  }

  @Override
  public Void constant(Constant recipe) {
    return null;
  }

  @Override
  public Void array(ArrayValue recipe) {
    return all(recipe.elements);
  }

  @Override
  public Void made(Made recipe) {
    all(recipe.creation.arguments);
    List<Call> then = recipe.then;
    for (Call call : then) {
      all(call.arguments);
    }
    return null;
  }

  @Override
  public Void standIn(StandIn recipe) {
    return all(recipe.answers);
  }

  @Override
  public Void fields(Fields recipe) {
    Map<String, Recipe> values = recipe.values;
    return all(values.values());
  }

  @Override
  public Void again(Again recipe) {
    numbers.add(recipe.number);
    return null;
  }
}
