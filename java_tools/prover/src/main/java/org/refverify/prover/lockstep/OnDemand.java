package org.refverify.prover.lockstep;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * Stepping into a method that both versions have, when the two sides are about to do something
 * else. Allowed where no other code can run: the call is exact, and the code is of this version. It
 * is right for any such call, because an activation that is followed instruction by instruction is
 * what the call does; so the choice below is only about finding a proof.
 *
 * <p>Where no call helps, one side goes through a {@link CountedLoop} alone, or makes a box alone,
 * see {@link Boxes}.
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

  /** Whether a side was told to step into the call that it stands at. */
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

  /** Lets a side go alone through the loop that it has reached; false if there is none. */
  private static boolean passLoop(Side side, Event event) {
    boolean passes = event.kind() == EventKind.LOOP && CountedLoop.at(side.top()) != null;
    if (passes) {
      side.stepIn();
    }
    return passes;
  }

  /** Lets a side make alone the box that it is about to make; false if there is none. */
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

  /** Lets a side make alone the text that it is about to ask for; false if there is none. */
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

  /** The code of the call that a side stands at; null if it cannot be stepped into. */
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

  /** Whether a method's code holds the call that the other side waits at. */
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
