package org.refverify.prover.lockstep;

import java.time.Duration;

/**
 * What one pair of methods may cost.
 *
 * @param states pairs of states that are looked at
 * @param time until it is given up
 * @param depth calls inside calls that are stepped into
 */
public record ProofBudget(int states, Duration time, int depth) {

  /** Enough for all but a handful of methods: half of them need less than a millisecond. */
  public static final ProofBudget DEFAULT = new ProofBudget(30_000, Duration.ofSeconds(4), 6);
}
