package org.refverify.prover.lockstep;

import org.refverify.prover.verdict.Difference;

/** A refusal, with the places where both sides stood. */
final class Stopped extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Difference difference;

  Stopped(Difference difference) {
    super(difference.message(), null, false, false);
    this.difference = difference;
  }

  Difference difference() {
    return difference;
  }
}
