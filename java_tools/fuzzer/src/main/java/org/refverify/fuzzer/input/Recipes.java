package org.refverify.fuzzer.input;

import java.util.List;
import java.util.Map;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.ClassValue;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Fields;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.StandIn;

/** Counts the values of a recipe, and tells whether it refers to earlier ones. */
final class Recipes implements Recipe.Visitor<Void> {
  private int count;
  private boolean refers;

  private Recipes() {}

  /** How many values the recipe makes, itself included. */
  static int count(Recipe recipe) {
    Recipes counted = new Recipes();
    recipe.accept(counted);
    return counted.count;
  }

  /** Whether an {@link Again} is in it. */
  static boolean refers(Recipe recipe) {
    Recipes counted = new Recipes();
    recipe.accept(counted);
    return counted.refers;
  }

  private Void all(List<Recipe> recipes) {
    for (Recipe recipe : recipes) {
      recipe.accept(this);
    }
    return null;
  }

  @Override
  public Void literal(Literal recipe) {
    count++;
    return null;
  }

  @Override
  public Void classValue(ClassValue recipe) {
    count++;
    return null;
  }

  @Override
  public Void constant(Constant recipe) {
    count++;
    return null;
  }

  @Override
  public Void array(ArrayValue recipe) {
    count++;
    return all(recipe.elements);
  }

  @Override
  public Void made(Made recipe) {
    count++;
    all(recipe.creation.arguments);
    for (Call call : recipe.then) {
      all(call.arguments);
    }
    return null;
  }

  @Override
  public Void standIn(StandIn recipe) {
    count++;
    return all(recipe.answers);
  }

  @Override
  public Void fields(Fields recipe) {
    count++;
    for (Map.Entry<String, Recipe> field : recipe.values.entrySet()) {
      field.getValue().accept(this);
    }
    return null;
  }

  @Override
  public Void again(Again recipe) {
    count++;
    refers = true;
    return null;
  }
}
