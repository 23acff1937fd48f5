package org.refverify.prover;

import java.util.Set;
import org.refverify.prover.compare.KeptComparison;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.verdict.Proof;
import org.refverify.prover.world.CompiledVersion;

/** The one entry point: decides whether two versions of some classes behave the same. */
public final class Prover {

  /**
   * Simple names of methods, fields and types that the change adds, removes or makes visible to
   * other code. If a source file of either version contains one of them as a word, the file must be
   * compiled in both versions and passed in too: its calls may now bind to another member, and it
   * may override a new one. Repeat with those files until no new name appears.
   */
  public Set<String> namesToScan(CompiledVersion before, CompiledVersion after) {
    return new KeptComparison(before, after).namesToScan();
  }

  /**
   * Compares the two versions completely.
   *
   * @param hints {@link PairHints#NONE} if nothing is known
   * @param budget for each pair of methods
   * @return never null; code that the prover cannot understand is not proved
   */
  public Proof prove(
      CompiledVersion before, CompiledVersion after, PairHints hints, ProofBudget budget) {
    return new KeptComparison(before, after).prove(hints, budget);
  }
}
