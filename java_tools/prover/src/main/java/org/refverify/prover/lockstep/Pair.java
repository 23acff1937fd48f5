package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.refverify.prover.world.Method;

/**
 * An old method and the new one that does its work: moved, renamed, made static, with parameters in
 * another order.
 *
 * @param before the old method
 * @param after the new method
 * @param slotsBefore parameters (the receiver is 0) that have a partner, in an order of the pair's
 * @param slotsAfter their partners
 */
public record Pair(
    Method before, Method after, List<Integer> slotsBefore, List<Integer> slotsAfter) {

  public Pair {
    slotsBefore = List.copyOf(slotsBefore);
    slotsAfter = List.copyOf(slotsAfter);
  }

  /** Two methods with the same parameters in the same places. */
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

  /** Whether a call of one initialises the class that a call of the other does. */
  boolean isOfOneClass() {
    return before.owner().name.equals(after.owner().name);
  }

  /** Whether callers may be exchanged without a look at the arguments. */
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
