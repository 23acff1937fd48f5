package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.refverify.prover.world.Method;

/**
 * An old method and the new one that does its work: moved, renamed, made static, or with parameters
 * in another order.
 *
 * @param before the old method
 * @param after the new method
 * @param slotsBefore the parameters (the receiver is 0) that have a partner, in the order of the
 *     pair
 * @param slotsAfter their partners
 */
public record Pair(
    Method before, Method after, List<Integer> slotsBefore, List<Integer> slotsAfter) {

  public Pair {
    slotsBefore = List.copyOf(slotsBefore);
    slotsAfter = List.copyOf(slotsAfter);
  }

  /** Pairs two methods with the same parameters in the same places. */
  public static Pair straight(Method before, Method after) {
    List<Integer> slots = new ArrayList<>();
    for (int i = 0; i < before.slots().length; i++) {
      slots.add(i);
    }
    return new Pair(before, after, slots, slots);
  }

  List<Integer> slots(boolean old) {
    return old ? slotsBefore : slotsAfter;
  }

  /** Whether calls of both methods initialise the same class. */
  boolean isOfOneClass() {
    return before.owner().name.equals(after.owner().name);
  }

  /** Whether calls of the two may be exchanged without a change of the arguments. */
  boolean isStraight() {
    boolean sameKind =
        before.is(Opcodes.ACC_STATIC) == after.is(Opcodes.ACC_STATIC)
            && before.slots().length == after.slots().length
            && slotsBefore.size() == before.slots().length
            && slotsBefore.equals(slotsAfter);
    for (int i = 0; sameKind && i < slotsBefore.size(); i++) {
      Type x = before.slots()[slotsBefore.get(i)];
      Type y = after.slots()[slotsAfter.get(i)];
      sameKind = x.equals(y) || i == 0 && !before.is(Opcodes.ACC_STATIC);
    }
    return sameKind
        && Type.getReturnType(before.node().desc).equals(Type.getReturnType(after.node().desc));
  }

  CallRef ref() {
    return new CallRef(
        CallRef.Kind.PAIR, before.owner().name, before.node().name, before.node().desc);
  }
}
