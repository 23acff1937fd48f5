package org.refverify.prover.lockstep;

import org.refverify.prover.verdict.FirstDifference;

/** A refusal together with the positions of both sides. */
final class Stopped extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient FirstDifference difference;

  Stopped(FirstDifference difference) {
    super(difference.message(), null, false, false);
    this.difference = difference;
  }

  FirstDifference difference() {
    return difference;
  }
}
