package org.refverify.fuzzer.entry;

import java.util.List;
import org.objectweb.asm.Type;
import org.refverify.fuzzer.recipe.Input;

/** Arranges the values of an adapted entry's call for the new version's call. */
public final class Adapters {
  private Adapters() {}

  /**
   * For each value of the new call, the receiver first, the position of the old call's value; empty
   * if they do not match.
   */
  public static int[] positions(Entry entry, Input input, Renames renames) {
    int count = input.arguments.size() + (input.receiver == null ? 0 : 1);
    List<String> before = Moves.values(entry.old, input.receiver == null, renames);
    List<String> after = Moves.values(entry.fresh, !getsReceiver(entry, count), Renames.NONE);
    int[] positions = Rearrangement.of(before, after);
    return positions == null ? new int[0] : positions;
  }

  private static boolean getsReceiver(Entry entry, int values) {
    return Type.getArgumentTypes(entry.fresh.descriptor).length + 1 == values;
  }
}
