package org.refverify.fuzzer.input;

import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.RecipeWalk;

/** Counts the values of a recipe, and checks whether it refers to earlier ones. */
final class Recipes extends RecipeWalk {
  private int count;
  private boolean refers;

  private Recipes() {}

  /** The number of values that the recipe makes, including itself. */
  static int count(Recipe recipe) {
    return of(recipe).count;
  }

  /** Whether it contains an {@link Again}. */
  static boolean refers(Recipe recipe) {
    return of(recipe).refers;
  }

  /** Whether nothing in the input refers to an earlier value, so that numbers may change. */
  static boolean areFree(Input input) {
    Recipes all = new Recipes();
    if (input.receiver != null) {
      input.receiver.accept(all);
    }
    all.all(input.arguments);
    return !all.refers;
  }

  private static Recipes of(Recipe recipe) {
    Recipes counted = new Recipes();
    recipe.accept(counted);
    return counted;
  }

  @Override
  protected void value(Recipe recipe) {
    count++;
    refers |= recipe instanceof Again;
  }
}
