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
    int[] positions = positions(entry, input);
    List<Recipe> arranged = positions.length == 0 ? null : Renumbering.arrange(recipes, positions);
    if (arranged == null) {
      return null;
    }
    Recipe receiver = getsReceiver(entry, recipes.size()) ? arranged.remove(0) : null;
    return new Input(receiver, arranged, input.world);
  }

  /**
   * For each value of the new call, the receiver first, the position of the old call's value; empty
   * where they do not fit.
   */
  public static int[] positions(Entry entry, Input input) {
    int count = input.arguments.size() + (input.receiver == null ? 0 : 1);
    List<String> before = Moves.values(entry.old, input.receiver == null, Renames.NONE);
    List<String> after = Moves.values(entry.fresh, !getsReceiver(entry, count), Renames.NONE);
    int[] positions = Rearrangement.of(before, after);
    return positions == null ? new int[0] : positions;
  }

  private static boolean getsReceiver(Entry entry, int values) {
    return Type.getArgumentTypes(entry.fresh.descriptor).length + 1 == values;
  }
}
