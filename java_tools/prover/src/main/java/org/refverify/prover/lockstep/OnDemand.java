package org.refverify.prover.lockstep;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * Steps into a method that both versions have if the two sides do different things next. This is
 * allowed if no other code can run: the call is exact, and the code belongs to this version. It is
 * sound for any such call, because the instructions of the activation are exactly what the call
 * does. So the choice here affects only whether a proof is found.
 *
 * <p>If no call helps, one side executes a {@link CountedLoop} alone, or creates a box alone, see
 * {@link Boxes}.
 */
final class OnDemand {
  private final Half before;
  private final Half after;
  private final ProofBudget budget;

  OnDemand(Half before, Half after, ProofBudget budget) {
    this.before = before;
    this.after = after;
    this.budget = budget;
  }

  /**
   * Makes a side step into its current call, or past another obstacle; returns whether one could.
   */
  boolean stepIn(State state, Event old, Event now) {
    Method ofOld = target(before, state.before, old);
    Method ofNew = target(after, state.after, now);
    if (ofOld == null && ofNew == null) {
      return passLoop(state.before, old)
          || passLoop(state.after, now)
          || box(state.before, old)
          || box(state.after, now)
          || makeText(before, state, state.before, old)
          || makeText(after, state, state.after, now);
    }
    boolean intoNew = ofNew != null && (ofOld == null || !mentions(before, ofOld, now));
    (intoNew ? state.after : state.before).stepIn();
    return true;
  }

  /** Lets one side alone execute the loop at its head; false if there is none. */
  private static boolean passLoop(Side side, Event event) {
    boolean passes = event.kind() == EventKind.LOOP && CountedLoop.at(side.top()) != null;
    if (passes) {
      side.stepIn();
    }
    return passes;
  }

  /** Lets one side alone create its next box; false if there is none. */
  private static boolean box(Side side, Event event) {
    boolean boxes =
        event.call() != null
            && side.top().instruction() instanceof MethodInsnNode call
            && Boxes.isMade(call, event.args());
    if (boxes) {
      side.stepIn();
    }
    return boxes;
  }

  /** Lets one side alone create its next text; false if there is none. */
  private static boolean makeText(Half half, State state, Side side, Event event) {
    boolean makes =
        event.call() != null
            && side.top().instruction() instanceof MethodInsnNode call
            && Texts.isMade(half.world(), state.facts(), call, event.args());
    if (makes) {
      side.stepIn();
    }
    return makes;
  }

  /** The code of the current call of a side; null if it cannot be stepped into. */
  private Method target(Half half, Side side, Event event) {
    boolean plain = event.call() != null && event.call().kind() != CallRef.Kind.PAIR;
    if (!plain || side.isSteppingIn() || event.isConstructorCall()) {
      return null;
    }
    CallFrame frame = side.top();
    MethodInsnNode call = (MethodInsnNode) frame.instruction();
    Method target = Calls.target(half, frame.method().owner(), call);
    if (target == null || Stepping.isOverridable(target)) {
      return null;
    }
    try {
      Stepping.demand(half, side, target, call.getOpcode(), budget.depth());
      return target;
    } catch (Refusal obstacle) {
      return null;
    }
  }

  /** Whether a method's code contains the call at which the other side waits. */
  private static boolean mentions(Half half, Method method, Event event) {
    ClassWorld world = half.world();
    for (int i = 0; i < method.length(); i++) {
      AbstractInsnNode instruction = method.at(i);
      if (instruction instanceof MethodInsnNode call
          && Calls.ref(world, method.owner(), call).equals(event.label())) {
        return true;
      }
    }
    return false;
  }
}
