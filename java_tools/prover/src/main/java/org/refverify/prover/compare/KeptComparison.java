package org.refverify.prover.compare;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.verdict.Proof;
import org.refverify.prover.world.CompiledVersion;

/**
 * Two versions that are read once. The results of the comparison are kept as well: the methods that
 * a caller asks about change only the answer, not which methods behave the same.
 */
public final class KeptComparison {
  private final Versions versions;
  private Change change;
  private List<Object> changeKey;

  /** Reads the class files and proves nothing yet. */
  public KeptComparison(CompiledVersion before, CompiledVersion after) {
    this.versions = new Versions(before, after);
  }

  /** See {@link org.refverify.prover.Prover#namesToScan}. */
  public Set<String> namesToScan() {
    return ScanNames.of(versions);
  }

  /**
   * Old names of classes that the sources of the new version name differently, by their new names.
   */
  public Map<String, String> renamedClasses() {
    return versions.renamedClasses();
  }

  /**
   * The private methods of both versions that the last proof compares at their calls, because their
   * code differs.
   */
  public Set<MethodId> apart() {
    return change == null ? Set.of() : change.apart();
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
