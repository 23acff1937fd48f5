package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.List;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Recipe;

/** Edits of a captured input: replaces some of its arguments with new ones. */
final class CapturedEdits {
  private final Making making;
  private final List<Maker> arguments;

  CapturedEdits(Making making, List<Maker> arguments) {
    this.making = making;
    this.arguments = arguments;
  }

  Input edit(Input base) {
    List<Recipe> edited = new ArrayList<Recipe>();
    if (base.receiver != null) {
      making.skip(Recipes.count(base.receiver));
    }
    int kept = lastReferring(base.arguments);
    for (int i = 0; i < base.arguments.size(); i++) {
      Recipe argument = base.arguments.get(i);
      if (making.choices.below(2) == 1 && i >= kept && i < arguments.size()) {
        argument = arguments.get(i).make(making);
      } else {
        making.skip(Recipes.count(argument));
      }
      edited.add(argument);
    }
    return new Input(base.receiver, edited, Inputs.world(making.choices));
  }

  /** The last argument that refers to earlier values by number; everything before it must stay. */
  private static int lastReferring(List<Recipe> recipes) {
    int last = recipes.size() - 1;
    while (last >= 0 && !Recipes.refers(recipes.get(last))) {
      last--;
    }
    return last;
  }
}
