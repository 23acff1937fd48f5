package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.List;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.RecipeWalk;

/** The values of an input by their numbers. */
final class NumberedValues extends RecipeWalk {
  private final List<Recipe> values = new ArrayList<Recipe>();

  private NumberedValues() {}

  /** The values: receiver first, then the arguments, each before its parts. */
  static List<Recipe> of(Input input) {
    NumberedValues found = new NumberedValues();
    if (input.receiver != null) {
      input.receiver.accept(found);
    }
    found.all(input.arguments);
    return found.values;
  }

  @Override
  protected void value(Recipe recipe) {
    values.add(recipe);
  }
}
