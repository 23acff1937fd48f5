package org.refverify.prover.lockstep;

import org.refverify.prover.symbol.Sym;

/**
 * The point where a side stops on its own: at an event, or at a branch that the facts do not
 * decide.
 */
sealed interface Step permits Event, Step.Decision {

  /**
   * A branch.
   *
   * @param condition holds or does not hold; both cases are explored
   */
  record Decision(Sym condition) implements Step {}
}
