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
 * Whether the wanted refactorings are proved where not all of the change is.
 *
 * <p>What is said is this: each of the refactored methods does what it did, and so does each method
 * of both versions that the refactoring sends elsewhere. That needs a proof of
 *
 * <ul>
 *   <li>each refactored method that both versions have;
 *   <li>each refactored method that one version has: it must be half of a proved pair, or the proof
 *       of another must have stepped into it. That nobody was seen to use it is no proof;
 *   <li>each method of both versions that calls one of the latter in either version, also through
 *       code that only one version has;
 *   <li>of those that lead to a method that only the new version has (extracted, and the proof of a
 *       refactored method stepped into it; or moved or renamed, and proved with its old self), only
 *       each that called something of its name before.
 * </ul>
 *
 * <p>Why the others need none: the refactoring alone leaves them as they were. What called the old
 * self of a moved method calls a method that one version has, and is proved. A call that the
 * sources of both versions hold, and that the new method draws to itself (an overload, a member
 * that hides one further out), had the same name in the old code, because a binding never changes a
 * name. Code that called nothing of that name was edited itself, and calls the new method of its
 * own accord. Where the refactoring says of such a method that something was extracted from it, it
 * is a refactored method. If one that it names was not found in the class files, nothing is left
 * out.
 *
 * <p>Callers of a method that keeps its name and its kind call in the new version what they called
 * in the old one, and that does what it did: an edit in them is their own. Code that is new, or
 * gone, and that calls a refactored method is no part of it either, unless a proof stepped into it:
 * its old or new self does nothing, and nothing that both versions have leads to it, or that would
 * be proved with it.
 *
 * <p>Nothing may be left over of all these methods or their classes: a class that comes, goes or
 * says something else of itself may be found by others in another way. None of them may rest on a
 * missing type, and no method that does may hold the name of a method that one version has: it
 * could be a caller that the class files do not show.
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
   * The answer about the refactorings alone; null where none of the change is named.
   *
   * @param residue what is left over of the whole change
   * @param failed what fails of it
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

  /** The methods of both versions that the refactoring sends elsewhere. */
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

  /** Whether only the new version has the method, extracted or moved here. */
  private boolean isNew(MethodId id) {
    return allFound && versions.before().method(id) == null && !id.name().equals("<init>");
  }

  /** Whether a call of the method in one version is the same call in the other one. */
  private boolean staysCallable(MethodId id) {
    Method old = versions.before().method(id);
    Method now = versions.after().method(id);
    return old != null
        && now != null
        && old.is(Opcodes.ACC_STATIC) == now.is(Opcodes.ACC_STATIC)
        && results.stream().anyMatch(each -> id.equals(each.before()) && id.equals(each.after()));
  }

  /** The other halves of pairs: what was called there is called here now. */
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
