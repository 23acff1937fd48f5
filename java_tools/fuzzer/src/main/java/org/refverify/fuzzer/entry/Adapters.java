package org.refverify.fuzzer.entry;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Type;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Recipe;

/** The new version's input of an adapted entry: the same values in the new call's order. */
public final class Adapters {
  private Adapters() {}

  /**
   * The input for {@link Entry#fresh}.
   *
   * @return null where the values cannot be made in the new order, since one refers to a later one
   */
  public static Input adapt(Entry entry, Input input) {
    if (entry.adapter == Entry.Adapter.SAME) {
      return input;
    }
    List<Recipe> recipes = new ArrayList<Recipe>();
    if (input.receiver != null) {
      recipes.add(input.receiver);
    }
    recipes.addAll(input.arguments);
    boolean hadReceiver = input.receiver != null;
    int parameters = Type.getArgumentTypes(entry.fresh.descriptor).length;
    boolean getsReceiver = parameters + 1 == recipes.size();
    List<String> before = Moves.values(entry.old, !hadReceiver, Renames.NONE);
    List<String> after = Moves.values(entry.fresh, !getsReceiver, Renames.NONE);
    int[] positions = Rearrangement.of(before, after);
    List<Recipe> arranged = positions == null ? null : Renumbering.arrange(recipes, positions);
    if (arranged == null) {
      return null;
    }
    Recipe receiver = getsReceiver ? arranged.remove(0) : null;
    return new Input(receiver, arranged, input.world);
  }
}
