package org.refverify.prover.lockstep;

import org.refverify.prover.verdict.Reason;

/** Ends a proof: what was met, in one line. Thrown inside this package only. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final transient Event before;
  private final transient Event after;

  Refusal(Reason reason, String message) {
    this(reason, message, null, null);
  }

  Refusal(Reason reason, String message, Event before, Event after) {
    super(message, null, false, false);
    this.reason = reason;
    this.before = before;
    this.after = after;
  }

  Reason reason() {
    return reason;
  }

  /** What the old side was about to do; null if that is not known. */
  Event before() {
    return before;
  }

  /** What the new side was about to do; null if that is not known. */
  Event after() {
    return after;
  }
}
