package org.refverify.prover.lockstep;

import org.refverify.prover.verdict.Reason;

/** Ends a proof with its reason in one line. Thrown only inside this package. */
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

  /** The next event of the old side; null if it is unknown. */
  Event before() {
    return before;
  }

  /** The next event of the new side; null if it is unknown. */
  Event after() {
    return after;
  }
}
