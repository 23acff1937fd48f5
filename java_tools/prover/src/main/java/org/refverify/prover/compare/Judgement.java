package org.refverify.prover.compare;

import java.util.List;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.verdict.Condition;
import org.refverify.prover.verdict.MethodResult;
import org.refverify.prover.verdict.MethodStatus;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Residue;

/** Derives the outcome of a change from all results. */
final class Judgement {
  private final List<MethodResult> results;
  private final List<Residue> residue;
  private final List<Condition> failed;
  private final Versions versions;
  private final PairHints hints;

  Judgement(
      List<MethodResult> results,
      List<Residue> residue,
      List<Condition> failed,
      Versions versions,
      PairHints hints) {
    this.results = results;
    this.residue = residue;
    this.failed = failed;
    this.versions = versions;
    this.hints = hints;
  }

  Outcome outcome() {
    if (results.isEmpty() && residue.isEmpty()) {
      return Outcome.NOT_SUPPORTED;
    }
    boolean alike = residue.isEmpty() && results.stream().noneMatch(Judgement::isOpen);
    boolean closedOnly = failed.stream().allMatch(c -> c.kind() == Condition.Kind.OPEN_WORLD);
    if (alike && closedOnly) {
      return whole();
    }
    Outcome wanted = new WantedMethods(results, versions, hints).outcome(residue, failed);
    return wanted != null ? wanted : notWhole();
  }

  /**
   * The outcome of a change that is not fully proved: {@code NOT_PROVED} if something is known to
   * differ, {@code UNRESOLVED} if the only reason is missing knowledge.
   */
  private Outcome notWhole() {
    boolean known =
        !residue.isEmpty()
            || results.stream().anyMatch(r -> r.status() == MethodStatus.NOT_PROVED)
            || failed.stream().anyMatch(Judgement::isKnown);
    return known ? Outcome.NOT_PROVED : Outcome.UNRESOLVED;
  }

  /** Whether a condition certainly fails for every caller. */
  static boolean isKnown(Condition condition) {
    return condition.kind() != Condition.Kind.OPEN_WORLD
        && condition.kind() != Condition.Kind.HIERARCHY_UNKNOWN;
  }

  private Outcome whole() {
    if (!failed.isEmpty()) {
      // No outcome describes a proof that needs both a closed world and guesses.
      return versions.hasGuesses() ? Outcome.UNRESOLVED : Outcome.PROVED_CLOSED_WORLD;
    }
    return versions.isGuessed() ? Outcome.PROVED_ASSUMING_NAMES : Outcome.PROVED;
  }

  static boolean isOpen(MethodResult result) {
    return result.status() == MethodStatus.NOT_PROVED || result.status() == MethodStatus.UNRESOLVED;
  }
}
