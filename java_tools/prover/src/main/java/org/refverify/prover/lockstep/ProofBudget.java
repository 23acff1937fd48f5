package org.refverify.prover.lockstep;

import java.time.Duration;

/**
 * The budget for one pair of methods.
 *
 * @param states the greatest number of pairs of states to explore
 * @param time the time limit
 * @param depth the greatest depth of nested calls to step into
 */
public record ProofBudget(int states, Duration time, int depth) {

  /** Enough for almost all methods: half of them need less than a millisecond. */
  public static final ProofBudget DEFAULT = new ProofBudget(30_000, Duration.ofSeconds(4), 6);
}
