package org.refverify.prover.compare;

import java.util.List;
import java.util.Set;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.verdict.Condition;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.verdict.MethodResult;
import org.refverify.prover.verdict.MethodStatus;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Residue;

/** The outcome of a change, from everything that was found. */
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
    boolean unknown =
        failed.stream()
            .allMatch(
                c ->
                    c.kind() == Condition.Kind.OPEN_WORLD
                        || c.kind() == Condition.Kind.HIERARCHY_UNKNOWN);
    if (alike && unknown) {
      return Outcome.UNRESOLVED;
    }
    if (refactoringIsProved()) {
      return Outcome.REFACTORING_PROVED;
    }
    boolean refuted = results.stream().anyMatch(r -> r.status() == MethodStatus.NOT_PROVED);
    boolean unresolved = results.stream().anyMatch(r -> r.status() == MethodStatus.UNRESOLVED);
    return unresolved && !refuted ? Outcome.UNRESOLVED : Outcome.NOT_PROVED;
  }

  private Outcome whole() {
    if (!failed.isEmpty()) {
      return Outcome.PROVED_CLOSED_WORLD;
    }
    return versions.assumedNames().isEmpty() ? Outcome.PROVED : Outcome.PROVED_ASSUMING_NAMES;
  }

  private static boolean isOpen(MethodResult result) {
    return result.status() == MethodStatus.NOT_PROVED || result.status() == MethodStatus.UNRESOLVED;
  }

  /**
   * Whether the wanted refactorings are proved though the change holds more: each of their methods
   * has its proof, so has every method that calls one of them, no condition fails for them, and
   * nothing is left over of these methods or their classes: a class that comes, goes or says
   * something else of itself may be found by others in another way.
   */
  private boolean refactoringIsProved() {
    Set<MethodId> wanted = Set.copyOf(hints.refactored());
    boolean known =
        !wanted.isEmpty()
            && wanted.stream().allMatch(id -> results.stream().anyMatch(r -> names(r, id)));
    if (!known || !versions.assumedNames().isEmpty()) {
      return false;
    }
    Set<MethodId> needed = new Callers(versions.before(), versions.after()).of(wanted);
    needed.addAll(wanted);
    boolean open =
        results.stream()
            .filter(Judgement::isOpen)
            .anyMatch(r -> needed.stream().anyMatch(id -> names(r, id)));
    boolean conditionFails =
        failed.stream().anyMatch(c -> needed.stream().anyMatch(id -> concerns(c, id)));
    boolean left = residue.stream().anyMatch(r -> needed.stream().anyMatch(id -> concerns(r, id)));
    return !open && !conditionFails && !left;
  }

  private static boolean concerns(Condition condition, MethodId id) {
    return concerns(condition.where(), id);
  }

  /** What the proof of the code does not see of a method: its declaration, and its class's. */
  private static boolean concerns(Residue left, MethodId id) {
    return concerns(left.where(), id);
  }

  private static boolean concerns(String where, MethodId id) {
    return where.equals(id.toString()) || where.equals(id.owner());
  }

  private static boolean names(MethodResult result, MethodId id) {
    return id.equals(result.before()) || id.equals(result.after());
  }
}
