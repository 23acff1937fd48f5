package org.refverify.prover.lockstep;

import java.util.Objects;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.verdict.Reason;
import org.refverify.prover.world.ClassWorld;

/** Decides whether two events are the same. */
final class Matcher {
  private final Half before;
  private final Half after;

  Matcher(Half before, Half after) {
    this.before = before;
    this.after = after;
  }

  /** Throws a refusal if the two sides do different things next. */
  void demandSame(State state, Event old, Event now) {
    if (old.kind() != now.kind()) {
      throw new Refusal(kinds(old, now), "the sides do something else", old, now);
    }
    if (!sameLabel(old, now)) {
      throw new Refusal(labels(old), "the sides do something else", old, now);
    }
    if (old.kind() == EventKind.LAMBDA) {
      return;
    }
    if (old.args().length != now.args().length) {
      throw new Refusal(Reason.ARGUMENTS, "another number of values", old, now);
    }
    for (int i = 0; i < old.args().length; i++) {
      if (!sameValue(state, old.args()[i], now.args()[i])) {
        throw new Refusal(Reason.ARGUMENTS, "value " + (i + 1) + " differs", old, now);
      }
    }
    demandSameCaller(state, old, now);
  }

  /** The refusal, or a better one: a call that a missing supertype hides may mean anything. */
  Refusal blame(Refusal refusal, Event old, Event now) {
    String missing = missing(before.world(), old);
    missing = missing == null ? missing(after.world(), now) : missing;
    return missing == null
        ? refusal
        : new Refusal(Reason.UNRESOLVED, "supertype " + missing + " is missing", old, now);
  }

  private static String missing(ClassWorld world, Event event) {
    CallRef call = event.call();
    boolean known =
        call == null
            || call.kind() == CallRef.Kind.PAIR
            || call.owner().startsWith("[")
            || world.resolve(call.owner(), call.name(), call.descriptor()) != null;
    return known ? null : world.missingAbove(call.owner()).stream().findFirst().orElse(null);
  }

  private boolean sameLabel(Event old, Event now) {
    if (Objects.equals(old.label(), now.label())) {
      return true;
    }
    return old.call() != null
        && now.call() != null
        && Calls.dispatchesAlike(before, old.call(), now.call())
        && Calls.dispatchesAlike(after, old.call(), now.call());
  }

  /**
   * Whether two values are the same term, have the same value on this path, or are two objects that
   * may become partners.
   */
  private static boolean sameValue(State state, Sym x, Sym y) {
    if (x.is(Op.BOX)) {
      return Boxes.areAlike(state, x, y);
    }
    return x == y
        || x.isPrivate() && x.op() == y.op() && x.label().equals(y.label())
        || state.facts().isSame(x, y);
  }

  private static void demandSameCaller(State state, Event old, Event now) {
    CallRef call = old.call();
    if (call == null || !Library.isCallerSensitive(call.owner(), call.name())) {
      return;
    }
    String oldCaller = state.before.top().method().owner().name;
    if (!oldCaller.equals(state.after.top().method().owner().name)) {
      throw new Refusal(Reason.CALLER_SENSITIVE, call + " looks at its caller", old, now);
    }
  }

  private static Reason kinds(Event old, Event now) {
    if (old.kind() == EventKind.INITIALISE || now.kind() == EventKind.INITIALISE) {
      return Reason.STATIC_INITIALISER;
    }
    if (old.isCheck() != now.isCheck()) {
      return Reason.ONE_SIDED_CHECK;
    }
    if (old.kind() == EventKind.LOOP || now.kind() == EventKind.LOOP) {
      return Reason.LOOP_SHAPE;
    }
    boolean end = old.kind().isEnd() || now.kind().isEnd();
    return end ? Reason.MORE_EFFECTS : Reason.OTHER_EVENT;
  }

  private static Reason labels(Event old) {
    return switch (old.kind()) {
      case CHECK -> Reason.CHECK_ORDER;
      case CALL -> Reason.OTHER_CALL;
      case LAMBDA -> Reason.LAMBDA;
      default -> Reason.OTHER_EVENT;
    };
  }
}
