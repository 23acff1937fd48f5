package org.refverify.prover.compare;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.verdict.Condition;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.verdict.MethodResult;
import org.refverify.prover.verdict.MethodStatus;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Residue;
import org.refverify.prover.world.Method;

/**
 * Decides whether the wanted refactorings are proved although the whole change is not.
 *
 * <p>The claim is that each refactored method does what it did before, and so does each method of
 * both versions that the refactoring redirects. It requires a proof of
 *
 * <ul>
 *   <li>each refactored method that both versions have;
 *   <li>each refactored method that one version has: it must be half of a proved pair, or the proof
 *       of another refactored method must have stepped into it. It is not enough that no use of it
 *       was found;
 *   <li>each method of both versions that calls a method of the previous kind in either version,
 *       also through code that only one version has;
 *   <li>for methods that only the new version has (extracted, so that the proof of a refactored
 *       method stepped into them; or moved or renamed, and proved with their old self): only those
 *       callers that called something of the same name before.
 * </ul>
 *
 * <p>The other methods need no proof, because the refactoring alone leaves them unchanged. A caller
 * of a moved method's old self calls a method that one version has, and is proved. If the sources
 * of both versions contain a call that now binds to the new method (an overload, or a member that
 * hides an outer one), then that call had the same name in the old code, because binding never
 * changes a name. If the old code called nothing of that name, it was itself edited and calls the
 * new method on purpose. If the refactoring says that something was extracted from such a method,
 * that method is a refactored one. If the refactoring names a method that was not found in the
 * class files, no caller is exempt.
 *
 * <p>Callers of a method that keeps its name and its kind call the same method in both versions,
 * and that method does what it did; an edit in the callers is a separate change. Code that is new
 * or removed and that calls a refactored method is not part of the refactoring either, unless a
 * proof stepped into it. Such code does not exist in one of the versions, and no method of both
 * versions leads to it, except methods that would be proved together with it.
 *
 * <p>There must be no residue in any of these methods or their classes: other code may find a class
 * in another way if the class is added, is removed or changes its declaration. None of the methods
 * may depend on a missing type. No method that does so may contain the name of a method that only
 * one version has: it could be a caller that the class files do not show.
 */
final class WantedMethods {
  private final List<MethodResult> results;
  private final Versions versions;
  private final Set<MethodId> wanted;
  private final boolean allFound;

  WantedMethods(List<MethodResult> results, Versions versions, PairHints hints) {
    this.results = results;
    this.versions = versions;
    this.wanted = Set.copyOf(hints.refactored());
    this.allFound = hints.allFound();
  }

  /**
   * The outcome for the refactorings alone; null if no refactored method was named or the change
   * does not contain one of them.
   *
   * @param residue the residue of the whole change
   * @param failed the conditions that fail for the whole change
   */
  Outcome outcome(List<Residue> residue, List<Condition> failed) {
    boolean known = wanted.stream().allMatch(id -> results.stream().anyMatch(r -> names(r, id)));
    if (wanted.isEmpty() || !known) {
      return null;
    }
    Set<MethodId> redirected = new TreeSet<>(wanted);
    redirected.removeIf(this::staysCallable);
    redirected.addAll(partners(redirected));
    Set<MethodId> needed = new TreeSet<>(wanted);
    needed.addAll(callers(redirected));
    Set<MethodId> followed = followed(needed);
    Set<MethodId> all = new TreeSet<>(needed);
    all.addAll(followed);
    List<Condition> conditions =
        failed.stream().filter(each -> concerns(each.where(), all)).toList();
    boolean unresolved =
        needed.stream().anyMatch(id -> is(MethodStatus.UNRESOLVED, id))
            || all.stream().anyMatch(versions::isGuessed)
            || mayHaveUnseenCallers(redirected);
    boolean unused = !redirected.stream().allMatch(id -> isPaired(id) || followed.contains(id));
    boolean refused =
        needed.stream().anyMatch(id -> is(MethodStatus.NOT_PROVED, id))
            || conditions.stream().anyMatch(c -> c.kind() != Condition.Kind.HIERARCHY_UNKNOWN)
            || residue.stream().anyMatch(each -> concerns(each.where(), all))
            || unused && !unresolved;
    if (refused) {
      return Outcome.NOT_PROVED;
    }
    return unresolved || unused || !conditions.isEmpty()
        ? Outcome.UNRESOLVED
        : Outcome.REFACTORING_PROVED;
  }

  /** The methods of both versions that the refactoring redirects. */
  private Set<MethodId> callers(Set<MethodId> redirected) {
    Callers callers = new Callers(versions.before(), versions.after());
    Set<MethodId> arrived = new TreeSet<>(redirected);
    Set<MethodId> followed = followed(wanted);
    arrived.removeIf(id -> !isNew(id) || !isPaired(id) && !followed.contains(id));
    Set<String> names = arrived.stream().map(MethodId::name).collect(Collectors.toSet());
    Set<MethodId> all = callers.of(arrived);
    all.removeIf(id -> !callers.named(id, names));
    Set<MethodId> others = new TreeSet<>(redirected);
    others.removeAll(arrived);
    all.addAll(callers.of(others));
    return all;
  }

  /** Whether only the new version has the method, after an extraction or a move. */
  private boolean isNew(MethodId id) {
    return allFound && versions.before().method(id) == null && !id.name().equals("<init>");
  }

  /** Whether a call of the method is the same call in both versions. */
  private boolean staysCallable(MethodId id) {
    Method old = versions.before().method(id);
    Method now = versions.after().method(id);
    return old != null
        && now != null
        && old.is(Opcodes.ACC_STATIC) == now.is(Opcodes.ACC_STATIC)
        && results.stream().anyMatch(each -> id.equals(each.before()) && id.equals(each.after()));
  }

  /**
   * The other halves of the pairs: a call of one half in the old version is a call of the other
   * half in the new one.
   */
  private Set<MethodId> partners(Set<MethodId> ids) {
    Set<MethodId> all = new TreeSet<>();
    for (MethodResult each : results) {
      boolean pair = each.before() != null && each.after() != null;
      if (pair && ids.stream().anyMatch(id -> names(each, id))) {
        all.add(each.before());
        all.add(each.after());
      }
    }
    return all;
  }

  /** The methods that the proofs of some methods stepped into. */
  private Set<MethodId> followed(Set<MethodId> proved) {
    Set<MethodId> all = new HashSet<>();
    for (MethodResult each : results) {
      if (proved.stream().anyMatch(id -> names(each, id))) {
        all.addAll(each.steppedBefore());
        all.addAll(each.steppedAfter());
      }
    }
    return all;
  }

  private boolean is(MethodStatus status, MethodId id) {
    return results.stream().anyMatch(each -> each.status() == status && names(each, id));
  }

  private boolean isPaired(MethodId id) {
    return results.stream()
        .anyMatch(each -> each.status() == MethodStatus.PROVED && names(each, id));
  }

  private static boolean concerns(String where, Set<MethodId> ids) {
    return ids.stream().anyMatch(id -> where.equals(id.toString()) || where.equals(id.owner()));
  }

  private boolean mayHaveUnseenCallers(Set<MethodId> redirected) {
    Set<String> words = versions.wordsOfGuessed();
    return redirected.stream()
        .anyMatch(
            id ->
                words.contains(
                    id.name().equals("<init>")
                        ? ComparedMembers.simpleName(id.owner())
                        : id.name()));
  }

  private static boolean names(MethodResult result, MethodId id) {
    return id.equals(result.before()) || id.equals(result.after());
  }
}
