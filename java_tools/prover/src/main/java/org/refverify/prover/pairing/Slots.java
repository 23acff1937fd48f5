package org.refverify.prover.pairing;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.refverify.prover.lockstep.Pair;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/** Matches the parameters of two methods by type, in order; the receiver comes first. */
public final class Slots {
  private Slots() {}

  /** A guess; parameters without a partner are omitted. */
  public static Pair match(ClassWorld world, Method before, Method after) {
    Type[] old = before.slots();
    Type[] now = after.slots();
    boolean[] taken = new boolean[old.length];
    List<Integer> slotsBefore = new ArrayList<>();
    List<Integer> slotsAfter = new ArrayList<>();
    for (int y = 0; y < now.length; y++) {
      for (int x = 0; x < old.length; x++) {
        boolean receivers = x == 0 && y == 0 && isInstance(before) && isInstance(after);
        boolean fits = old[x].equals(now[y]) || receivers && related(world, before, after);
        if (fits && !taken[x]) {
          taken[x] = true;
          slotsBefore.add(x);
          slotsAfter.add(y);
          break;
        }
      }
    }
    return new Pair(before, after, slotsBefore, slotsAfter);
  }

  private static boolean isInstance(Method method) {
    return !method.is(Opcodes.ACC_STATIC);
  }

  private static boolean related(ClassWorld world, Method before, Method after) {
    String x = before.owner().name;
    String y = after.owner().name;
    return world.isSubtype(x, y) || world.isSubtype(y, x);
  }
}
