package org.refverify.prover.compare;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.verdict.Proof;
import org.refverify.prover.world.CompiledVersion;

/**
 * Two versions, read once. What was compared is kept, too: which methods somebody wants to know of
 * changes the answer alone, not what is alike.
 */
public final class KeptComparison {
  private final Versions versions;
  private Change change;
  private List<Object> changeKey;

  /** Reads the class files; proves nothing yet. */
  public KeptComparison(CompiledVersion before, CompiledVersion after) {
    this.versions = new Versions(before, after);
  }

  /** See {@link org.refverify.prover.Prover#namesToScan}. */
  public Set<String> namesToScan() {
    return ScanNames.of(versions);
  }

  /** Old names of classes that are written otherwise in the new version, by their new names. */
  public Map<String, String> renamedClasses() {
    return versions.renamedClasses();
  }

  /** See {@link org.refverify.prover.Prover#prove}. */
  public Proof prove(PairHints hints, ProofBudget budget) {
    List<Object> key = List.of(hints.methods(), budget);
    if (!key.equals(changeKey)) {
      change = Change.of(versions, hints.methods(), budget);
      changeKey = key;
    }
    return change.proof(hints);
  }
}
