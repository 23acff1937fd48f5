package org.refverify.fuzzer.campaign;

import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Recipe;

/** Whether an argument is null. */
final class Nulls {
  private Nulls() {}

  static boolean in(Input input) {
    for (Recipe argument : input.arguments) {
      if (argument instanceof Literal && ((Literal) argument).value == null) {
        return true;
      }
    }
    return false;
  }
}
