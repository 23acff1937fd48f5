package org.refverify.prover;

import java.util.Set;
import org.refverify.prover.compare.KeptComparison;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.verdict.Proof;
import org.refverify.prover.world.CompiledVersion;

/** The one entry: are two versions of some classes alike in behaviour? */
public final class Prover {

  /**
   * Simple names (of methods, fields and types) that the change brings, takes away, or shows to
   * others than before. A source file of either version that holds one of them as a word must be
   * compiled in both versions and handed in too: what it calls may be bound elsewhere now, and it
   * may override what is new. Ask again with those files until no name is new.
   */
  public Set<String> namesToScan(CompiledVersion before, CompiledVersion after) {
    return new KeptComparison(before, after).namesToScan();
  }

  /**
   * Compares everything of the two versions.
   *
   * @param hints {@link PairHints#NONE} if nothing is known
   * @param budget for each pair of methods
   * @return never null; what cannot be understood is not proved
   */
  public Proof prove(
      CompiledVersion before, CompiledVersion after, PairHints hints, ProofBudget budget) {
    return new KeptComparison(before, after).prove(hints, budget);
  }
}
