package org.refverify.prover.compile;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.refverify.prover.Prover;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;
import org.refverify.prover.world.CompiledVersion;

/** From two versions to a proof: compiles what is needed until the prover has no more to ask. */
public final class ChangeProver {
  private final Prover prover = new Prover();
  private final ProofBudget budget;
  private final TopLevels topLevels = new TopLevels();
  private WeakReference<Sides> last = new WeakReference<>(null);

  /** A prover that gives each pair of methods this much. */
  public ChangeProver(ProofBudget budget) {
    this.budget = budget;
  }

  /** Compiles both sides of a change of sources and compares them. */
  public Proof sources(SourceChange change, Libraries libraries, Beliefs beliefs) {
    Sides sides = sides(change, libraries);
    Proof proof = compare(sides.before, sides.after, change.files(), beliefs);
    if (proof.outcome().isProof() && hasNewErrors(sides)) {
      return with(Outcome.UNRESOLVED, proof);
    }
    return proof;
  }

  /**
   * Whether the new version has errors that the old one does not have. Code that does not compile
   * behaves in no way, wherever it stands: also in a method that is new, or that stands twice and
   * of which the compiler makes no code. What both versions have is the class path's fault.
   */
  private static boolean hasNewErrors(Sides sides) {
    List<String> found = new ArrayList<>(sides.after.errors());
    sides.before.errors().forEach(found::remove);
    return !found.isEmpty();
  }

  /** Both sides; those of the last change again, for other beliefs about it. */
  private Sides sides(SourceChange change, Libraries libraries) {
    Sides kept = last.get();
    if (kept == null || !kept.change.equals(change) || kept.libraries != libraries) {
      kept = Sides.of(change, libraries, topLevels);
      last = new WeakReference<>(kept);
    }
    return kept;
  }

  private record Sides(
      SourceChange change, Libraries libraries, SourceVersion before, SourceVersion after) {
    static Sides of(SourceChange change, Libraries libraries, TopLevels topLevels) {
      MissingTypes missingTypes = new MissingTypes();
      String near = Sources.folder(change.files().stream().findFirst().orElse(""));
      Sources old = new Sources(change.before(), near, topLevels);
      Sources now = new Sources(change.after(), near, topLevels);
      return new Sides(
          change,
          libraries,
          new SourceVersion(old, libraries, missingTypes, change.otherBefore()),
          new SourceVersion(now, libraries, missingTypes, change.otherAfter()));
    }
  }

  /** Compares two sets of class files that one compiler has made. */
  public Proof classes(BuiltClasses before, BuiltClasses after, Beliefs beliefs) {
    return compare(before, after, before.different(after), beliefs);
  }

  private Proof compare(
      ComparedVersion before, ComparedVersion after, Set<String> units, Beliefs beliefs) {
    before.include(units);
    after.include(units);
    Set<String> scanned = new TreeSet<>();
    while (true) {
      CompiledVersion old = before.compiled();
      CompiledVersion now = after.compiled();
      Set<String> names = new TreeSet<>(prover.namesToScan(old, now));
      names.removeAll(scanned);
      if (names.isEmpty()) {
        Proof proof = prover.prove(old, now, beliefs.in(old, now), budget);
        boolean same = units.isEmpty() && !before.isEmpty() && !after.isEmpty();
        boolean nothing = proof.outcome() == Outcome.NOT_SUPPORTED;
        return same && nothing ? with(Outcome.PROVED, proof) : proof;
      }
      scanned.addAll(names);
      Set<String> more = new TreeSet<>(before.mentioning(names));
      more.addAll(after.mentioning(names));
      before.include(more);
      after.include(more);
    }
  }

  private static Proof with(Outcome outcome, Proof proof) {
    return new Proof(
        outcome, proof.methods(), proof.residue(), proof.conditions(), proof.assumptions());
  }
}
