package org.refverify.fuzzer.emit;

import java.util.HashSet;
import java.util.Set;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.RecipeWalk;

/** Finds the numbers of the values to which an input refers again. */
final class Referred extends RecipeWalk {
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

  @Override
  protected void value(Recipe recipe) {
    if (recipe instanceof Again) {
      numbers.add(((Again) recipe).number);
    }
  }
}
