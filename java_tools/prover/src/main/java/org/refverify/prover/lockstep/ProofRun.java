package org.refverify.prover.lockstep;

import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.verdict.Reason;

/** What one proof shares among its explorations: the symbols, the budget, the components. */
final class ProofRun {
  /** The greatest nesting of lambdas. */
  private static final int NESTING = 8;

  private final Symbols symbols = new Symbols();
  private final InputPlaces places = new InputPlaces();
  private final Machine machine;
  private final Matcher matcher;
  private final Successors successors;
  private final OnDemand onDemand;
  private final Lambdas lambdas;
  private final long deadline;
  private int left;
  private int nesting;

  ProofRun(Half before, Half after, ProofBudget budget) {
    machine = new Machine(symbols, before, after, budget);
    matcher = new Matcher(before, after);
    successors = new Successors(symbols, before, after, machine, places);
    onDemand = new OnDemand(before, after, budget);
    lambdas = new Lambdas(this, before, after);
    deadline = System.nanoTime() + budget.time().toNanos();
    left = budget.states();
  }

  /** Charges one state to the budget. */
  void spend() {
    left--;
    if (left < 0 || System.nanoTime() - deadline > 0) {
      throw new Refusal(Reason.BUDGET, left < 0 ? "too many states" : "too much time");
    }
  }

  /** Explores the bodies of two lambdas before the run continues. */
  void inner(State first) {
    if (nesting >= NESTING) {
      throw new Refusal(Reason.RECURSION, "too many lambdas inside lambdas");
    }
    nesting++;
    new Exploration(this).explore(first);
    nesting--;
  }

  Symbols symbols() {
    return symbols;
  }

  /** The places of values in an input. */
  InputPlaces places() {
    return places;
  }

  Machine machine() {
    return machine;
  }

  Matcher matcher() {
    return matcher;
  }

  Successors successors() {
    return successors;
  }

  OnDemand onDemand() {
    return onDemand;
  }

  Lambdas lambdas() {
    return lambdas;
  }
}
