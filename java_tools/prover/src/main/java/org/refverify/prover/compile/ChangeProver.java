package org.refverify.prover.compile;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.refverify.common.PathNearness;
import org.refverify.prover.compare.KeptComparison;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.verdict.CompileError;
import org.refverify.prover.verdict.Condition;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.verdict.NameShare;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;
import org.refverify.prover.verdict.Residue;
import org.refverify.prover.world.CompiledVersion;

/**
 * Proves a change from its two versions: compiles what is needed until the prover has no more
 * questions.
 */
public final class ChangeProver {
  private final ProofBudget budget;
  private final TopLevels topLevels = new TopLevels();
  private SoftReference<Sides> last = new SoftReference<>(null);

  /** A prover with this budget for each pair of methods. */
  public ChangeProver(ProofBudget budget) {
    this.budget = budget;
  }

  /**
   * Compiles both sides of a source change and compares them. Code that is too deeply nested for
   * this compiler counts as code that does not compile.
   */
  public Proof sources(SourceChange change, Libraries libraries, Beliefs beliefs) {
    try {
      return compared(change, libraries, beliefs);
    } catch (StackOverflowError deep) {
      last.clear();
      String where = String.join(", ", change.files());
      Residue left =
          new Residue(Residue.Kind.OTHER_FILE, where, "", "nested too deeply to compile");
      return new Proof(Outcome.UNRESOLVED, List.of(), List.of(left), List.of(), List.of());
    }
  }

  private Proof compared(SourceChange change, Libraries libraries, Beliefs beliefs) {
    Sides sides = sides(change, libraries);
    NameShare names = ResolvedNames.in(sides.after.parsed(change.files()));
    return proved(sides, beliefs).with(sides.errors).with(names);
  }

  /** Code that does not compile has no behaviour; this says more than a difference does. */
  private Proof proved(Sides sides, Beliefs beliefs) {
    List<CompileError> errors = sides.errors;
    Proof proof = sides.compared.proof(beliefs, budget);
    boolean misled = sides.before.isMisled() || sides.after.isMisled();
    boolean broken = errors.stream().anyMatch(CompileError::isNew) || hasNewErrors(sides);
    if (proof.outcome().isProof() && (misled || broken)) {
      return proof.with(Outcome.UNRESOLVED);
    }
    if (errors.stream().anyMatch(CompileError::certain)) {
      return proof.with(Outcome.UNRESOLVED);
    }
    if (proof.outcome().isProof()) {
      List<Condition> unseen = unseen(sides);
      unseen.addAll(named(sides.before, sides.after, sides.compared.comparison));
      if (!unseen.isEmpty()) {
        return proof.without(unseen);
      }
    }
    // Without a guess, no missing type decides anything; with one, both versions must name the same
    // types.
    boolean guessed = proof.outcome() != Outcome.PROVED && sides.compared.isGuessed();
    return proof.outcome().isProof() && guessed && hasOtherNames(sides)
        ? proof.with(Outcome.UNRESOLVED)
        : proof;
  }

  /**
   * What code uses only after the change, although no compared code of its source root used
   * anything of that root or library before. Only build files say whether it may, and they are not
   * read. If both versions have a class, renamed or not, all code that uses it must see its new
   * place.
   */
  private static List<Condition> unseen(Sides sides) {
    List<Condition> found = new ArrayList<>();
    Set<SourceVersion.Use> uses = sides.after.uses();
    uses.removeAll(sides.before.uses());
    for (SourceVersion.Use use : uses) {
      found.add(
          new Condition(
              Condition.Kind.VISIBILITY, use.root(), "uses, for the first time, " + use.used()));
    }
    Map<String, Set<String>> olds = sides.before.roots();
    Map<String, Set<String>> news = sides.after.roots();
    Map<String, String> renamed = sides.compared.comparison.renamedClasses();
    news.forEach(
        (now, roots) -> {
          String old = renamed.getOrDefault(now, now);
          if (!SourceRoots.sees(olds.getOrDefault(old, Set.of()), roots)) {
            found.add(
                new Condition(
                    Condition.Kind.VISIBILITY, old, "in another module, which not all see"));
          }
        });
    return found;
  }

  /**
   * The private methods that differ, and are compared at their calls, although a text of the
   * program has their name: code that finds a method by its name makes a call that is not compared.
   */
  private static List<Condition> named(
      ComparedVersion before, ComparedVersion after, KeptComparison comparison) {
    List<Condition> found = new ArrayList<>();
    for (MethodId method : comparison.apart()) {
      Set<String> units = new TreeSet<>(before.withText(Set.of(method.name())));
      units.addAll(after.withText(Set.of(method.name())));
      for (String unit : units) {
        String why = "differs, and a text of " + unit + " has its name";
        found.add(new Condition(Condition.Kind.PLATFORM_MEMBER, method.toString(), why));
      }
    }
    return found;
  }

  /** Whether one name means a missing type in one version and something else in the other. */
  private static boolean hasOtherNames(Sides sides) {
    return !sides.after.open().equals(sides.before.open())
        || !sides.after.renamed(sides.before).isEmpty()
        || !sides.before.renamed(sides.after).isEmpty();
  }

  /**
   * Whether the new version has errors that the old one does not have. Code that does not compile
   * has no behaviour, wherever it is: also in a new method, or in a duplicate one for which the
   * compiler generates no code. Errors of both versions are due to the class path.
   */
  private static boolean hasNewErrors(Sides sides) {
    List<String> found = new ArrayList<>(sides.after.errors());
    sides.before.errors().forEach(found::remove);
    return !found.isEmpty();
  }

  /** Both sides; reuses those of the last change for other beliefs about it. */
  private Sides sides(SourceChange change, Libraries libraries) {
    Sides kept = last.get();
    if (kept == null || !kept.change.equals(change) || kept.libraries != libraries) {
      // Both sides of two changes would need twice the memory.
      last.clear();
      kept = null;
      kept = Sides.of(change, libraries, topLevels);
      last = new SoftReference<>(kept);
    }
    return kept;
  }

  /** Drops what is kept of the last change. */
  void forget() {
    last.clear();
  }

  private record Sides(
      SourceChange change,
      Libraries libraries,
      SourceVersion before,
      SourceVersion after,
      Compared compared,
      List<CompileError> errors) {
    static Sides of(SourceChange change, Libraries libraries, TopLevels topLevels) {
      MissingTypes missingTypes = new MissingTypes();
      String near = PathNearness.folder(change.files().stream().findFirst().orElse(""));
      Sources before = new Sources(change.before(), near, topLevels);
      Sources after = new Sources(change.after(), near, topLevels);
      Map<String, String> otherBefore = others(change, change.otherBefore(), "old");
      Map<String, String> otherAfter = others(change, change.otherAfter(), "new");
      MovedFiles.obstacles(before, after, change.files(), libraries)
          .forEach(otherAfter::putIfAbsent);
      SourceVersion old = new SourceVersion(before, libraries, missingTypes, otherBefore);
      SourceVersion now = new SourceVersion(after, libraries, missingTypes, otherAfter);
      Compared compared = Compared.of(old, now, change.files());
      List<CompileError> errors = CompileErrors.of(old, now, change.files());
      return new Sides(change, libraries, old, now, compared, errors);
    }

    /** A link to a source is a change for which neither side has a text. */
    private static Map<String, String> others(
        SourceChange change, Map<String, String> known, String side) {
      Map<String, String> all = new TreeMap<>(known);
      for (String path : change.files()) {
        boolean read =
            change.before().paths().contains(path) || change.after().paths().contains(path);
        if (!read) {
          all.putIfAbsent(path, side + ", not read");
        }
      }
      return all;
    }
  }

  /** Compares two sets of class files from one compiler. */
  public Proof classes(BuiltClasses before, BuiltClasses after, Beliefs beliefs) {
    Compared compared = Compared.of(before, after, before.different(after));
    Proof proof = compared.proof(beliefs, budget);
    return proof.outcome().isProof()
        ? proof.without(named(before, after, compared.comparison))
        : proof;
  }

  /** The parts of both versions that had to be compared, whatever the beliefs are. */
  private record Compared(
      CompiledVersion old, CompiledVersion now, KeptComparison comparison, boolean same) {
    static Compared of(ComparedVersion before, ComparedVersion after, Set<String> units) {
      before.include(units);
      after.include(units);
      Set<String> scanned = new TreeSet<>();
      while (true) {
        CompiledVersion old = before.compiled();
        CompiledVersion now = after.compiled();
        KeptComparison comparison = new KeptComparison(old, now);
        Set<String> names = new TreeSet<>(comparison.namesToScan());
        names.removeAll(scanned);
        if (names.isEmpty()) {
          boolean same = units.isEmpty() && !before.isEmpty() && !after.isEmpty();
          return new Compared(old, now, comparison, same).settled(before, after, units);
        }
        scanned.addAll(names);
        Set<String> more = new TreeSet<>(before.mentioning(names));
        more.addAll(after.mentioning(names));
        before.include(more);
        after.include(more);
      }
    }

    /**
     * The comparison without guesses about code that certainly has the same meaning in both
     * versions.
     */
    private Compared settled(ComparedVersion before, ComparedVersion after, Set<String> units) {
      if (!isGuessed()
          || !(before instanceof SourceVersion from)
          || !(after instanceof SourceVersion to)) {
        return this;
      }
      ChangedNames changed = ChangedNames.of(from, to, units);
      if (changed.isUnbounded()) {
        return this;
      }
      Map<String, String> olds = new TreeMap<>();
      Map<String, String> news = new TreeMap<>();
      for (String path : from.included()) {
        if (to.included().contains(path)) {
          UnchangedMembers.Side left = from.members(path);
          UnchangedMembers.Side right = to.members(path);
          olds.putAll(UnchangedMembers.of(left, right, changed));
          news.putAll(UnchangedMembers.of(right, left, changed));
        }
      }
      CompiledVersion settledOld = from.settled(old, olds);
      CompiledVersion settledNow = to.settled(now, news);
      return new Compared(settledOld, settledNow, new KeptComparison(settledOld, settledNow), same);
    }

    boolean isGuessed() {
      return !old.guessed().isEmpty() || !now.guessed().isEmpty();
    }

    Proof proof(Beliefs beliefs, ProofBudget budget) {
      Proof proof = comparison.prove(beliefs.in(old, now), budget);
      boolean nothing = proof.outcome() == Outcome.NOT_SUPPORTED;
      return same && nothing ? proof.with(Outcome.PROVED) : proof;
    }
  }
}
