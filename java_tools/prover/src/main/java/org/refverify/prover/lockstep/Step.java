package org.refverify.prover.lockstep;

import org.refverify.prover.symbol.Sym;

/** Where one side stops on its own: at an event, or at a branch that the facts do not decide. */
sealed interface Step permits Event, Step.Decision {

  /**
   * A branch.
   *
   * @param condition holds or does not; both are looked at
   */
  record Decision(Sym condition) implements Step {}
}
