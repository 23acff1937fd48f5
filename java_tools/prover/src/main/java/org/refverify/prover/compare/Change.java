package org.refverify.prover.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.refverify.prover.lockstep.Half;
import org.refverify.prover.lockstep.Pair;
import org.refverify.prover.lockstep.PairProver;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.pairing.Candidates;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.pairing.Slots;
import org.refverify.prover.verdict.Condition;
import org.refverify.prover.verdict.FirstDifference;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.verdict.MethodResult;
import org.refverify.prover.verdict.MethodStatus;
import org.refverify.prover.verdict.Proof;
import org.refverify.prover.verdict.Reason;
import org.refverify.prover.verdict.Residue;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/** A whole change: which methods behave the same, what else differs, which conditions fail. */
final class Change {
  private final Versions versions;
  private final Half before;
  private final Half after;
  private final Map<MethodId, Method> olds;
  private final Map<MethodId, Method> news;
  private final PairProver prover;
  private final Conditions conditions;

  /**
   * Private methods of both versions that are compared at their calls instead of with each other.
   */
  private final Set<MethodId> apart;

  private final List<MethodResult> results = new ArrayList<>();
  private final List<Residue> residue;
  private final List<String> assumptions;

  /**
   * Compares a whole change. If some private methods differ, a second attempt compares them at
   * their calls. If everything else is then proved, that attempt is the result: the two methods
   * merely have the same name.
   */
  static Change of(Versions versions, List<PairHints.MethodPair> hints, ProofBudget budget) {
    Change first = new Change(versions, hints, budget, Set.of());
    Set<MethodId> apart = first.privateDifferences();
    if (apart.isEmpty()) {
      return first;
    }
    Change second = new Change(versions, hints, budget, apart);
    return second.results.stream().anyMatch(Judgement::isOpen) ? first : second;
  }

  /** Performs the whole comparison. */
  private Change(
      Versions versions,
      List<PairHints.MethodPair> hints,
      ProofBudget budget,
      Set<MethodId> apart) {
    this.versions = versions;
    this.apart = apart;
    this.before = new Half(versions.before(), versions.after());
    this.after = new Half(versions.after(), versions.before());
    this.olds = ComparedMembers.of(versions.before());
    this.news = ComparedMembers.of(versions.after());
    this.prover = new PairProver(this.before, this.after, budget);
    this.conditions = new Conditions(this.before, this.after, versions.foundByName());
    compare(hints);
    this.residue = residue();
    Set<String> own = new TreeSet<>(conditions.assumptions());
    own.addAll(versions.assumptions());
    this.assumptions = new ArrayList<>(Assumptions.ALWAYS);
    this.assumptions.addAll(own);
  }

  private void compare(List<PairHints.MethodPair> hints) {
    List<Method> removed = only(olds, news);
    List<Method> added = only(news, olds);
    List<Method> oldApart = apart.stream().map(olds::get).toList();
    List<Method> newApart = apart.stream().map(news::get).toList();
    helpers(removed, before);
    helpers(added, after);
    helpers(oldApart, before);
    helpers(newApart, after);
    flippedToStatic();
    PairSearch search = new PairSearch(before, after, prover);
    search.search(Candidates.of(removed, added, hints));
    search.proved().forEach((pair, stepped) -> paired(pair, stepped));
    keptMethods();
    onlyOneVersion(removed, true);
    onlyOneVersion(added, false);
    onlyOneVersion(oldApart, true);
    onlyOneVersion(newApart, false);
  }

  /**
   * The private methods that both versions have and that differ; empty if some other difference
   * remains that involves no call of them.
   */
  private Set<MethodId> privateDifferences() {
    Set<MethodId> found = new TreeSet<>();
    List<MethodResult> open = results.stream().filter(Judgement::isOpen).toList();
    open.stream()
        .filter(each -> each.before() != null && each.before().equals(each.after()))
        .map(each -> olds.get(each.before()))
        .filter(old -> mayBeApart(old, news.get(old.id())))
        .filter(old -> !versions.mayBeNamedUnseen(old.node().name))
        .filter(old -> !versions.isHandedOn(old.node().name))
        // Without a call there is nothing to compare.
        .filter(old -> isCalled(old.id()))
        .forEach(old -> found.add(old.id()));
    boolean explained =
        residue.isEmpty()
            && open.stream()
                .allMatch(
                    each ->
                        each.before() != null
                            && each.after() != null
                            && (found.contains(each.before())
                                || calls(olds.get(each.before()), found)
                                || calls(news.get(each.after()), found)));
    return explained ? found : Set.of();
  }

  private boolean isCalled(MethodId method) {
    return olds.values().stream()
        .anyMatch(each -> !each.id().equals(method) && calls(each, Set.of(method)));
  }

  private static boolean mayBeApart(Method old, Method now) {
    return mayBeApart(old)
        && mayBeApart(now)
        && old.is(Opcodes.ACC_STATIC) == now.is(Opcodes.ACC_STATIC);
  }

  private static boolean mayBeApart(Method method) {
    return ComparedMembers.isPlain(method)
        && ComparedMembers.isPrivate(method)
        && !method.isConstructor()
        && !method.hasNoCode()
        && !method.isUnresolved()
        && !method.is(Opcodes.ACC_SYNCHRONIZED);
  }

  private static boolean calls(Method method, Set<MethodId> wanted) {
    return Arrays.stream(method.node().instructions.toArray())
        .anyMatch(
            each ->
                each instanceof MethodInsnNode call
                    && wanted.contains(new MethodId(call.owner, call.name, call.desc)));
  }

  /** See {@link KeptComparison#apart}. */
  Set<MethodId> apart() {
    return apart;
  }

  /** The answer for a caller who asks about some methods. */
  Proof proof(PairHints hints) {
    Set<MethodId> wanted = Set.copyOf(hints.refactored());
    Set<String> names = wanted.stream().map(MethodId::toString).collect(Collectors.toSet());
    List<MethodResult> methods =
        results.stream()
            .sorted(
                Comparator.comparing((MethodResult each) -> !isWanted(each, wanted))
                    .thenComparing(Change::key))
            .toList();
    List<Condition> failed =
        conditions.failed().stream()
            .distinct()
            .sorted(Comparator.comparing(each -> !names.contains(each.where())))
            .toList();
    Judgement judgement = new Judgement(methods, residue, failed, versions, hints);
    return new Proof(judgement.outcome(), methods, residue, failed, assumptions);
  }

  private static boolean isWanted(MethodResult result, Set<MethodId> wanted) {
    return result.before() != null && wanted.contains(result.before())
        || result.after() != null && wanted.contains(result.after());
  }

  private static String key(MethodResult result) {
    return (result.before() == null ? result.after() : result.before()).toString();
  }

  private static List<Method> only(Map<MethodId, Method> here, Map<MethodId, Method> there) {
    return here.values().stream().filter(method -> !there.containsKey(method.id())).toList();
  }

  private static void helpers(List<Method> methods, Half half) {
    methods.stream()
        .filter(method -> ComparedMembers.isPlain(method) && !method.isConstructor())
        .forEach(method -> half.helpers().add(method.id()));
  }

  /**
   * Pairs methods with the same name and descriptor if only one of them is static: their lists of
   * parameters differ.
   */
  private void flippedToStatic() {
    for (Method old : olds.values()) {
      Method now = news.get(old.id());
      if (now != null && old.is(Opcodes.ACC_STATIC) != now.is(Opcodes.ACC_STATIC)) {
        Pair pair = Slots.match(versions.before(), old, now);
        before.pairs().put(old.id(), pair);
        after.pairs().put(now.id(), pair);
      }
    }
  }

  private void paired(Pair pair, List<List<MethodId>> stepped) {
    conditions.parameterNames(pair.before(), pair.after());
    results.add(
        new MethodResult(
            MethodStatus.PROVED,
            pair.before().id(),
            pair.after().id(),
            stepped.get(0),
            stepped.get(1),
            null));
  }

  // ------------------------------------------------------------------ kept methods

  private void keptMethods() {
    Set<MethodId> moved = new HashSet<>(before.pairs().keySet());
    moved.addAll(after.pairs().keySet());
    only(olds, news).forEach(method -> moved.add(method.id()));
    only(news, olds).forEach(method -> moved.add(method.id()));
    moved.addAll(apart);
    for (Method old : olds.values()) {
      Method now = news.get(old.id());
      if (now != null) {
        conditions.flags(old, now);
        conditions.parameterNames(old, now);
      }
      if (now != null && !apart.contains(old.id())) {
        results.add(kept(old, now, moved));
      }
    }
  }

  private MethodResult kept(Method old, Method now, Set<MethodId> moved) {
    if (versions.isSettled(old, now) || isIdentical(old, now, moved)) {
      return result(MethodStatus.IDENTICAL, old, now, null);
    }
    Pair pair = before.pairs().getOrDefault(old.id(), Pair.straight(old, now));
    before.stepped().clear();
    after.stepped().clear();
    FirstDifference difference = Conditions.allows(pair) ? prover.prove(pair) : lock(pair);
    if (difference == null) {
      return result(MethodStatus.PROVED, old, now, null);
    }
    boolean unresolved = difference.reason() == Reason.UNRESOLVED;
    return result(
        unresolved ? MethodStatus.UNRESOLVED : MethodStatus.NOT_PROVED, old, now, difference);
  }

  private static FirstDifference lock(Pair pair) {
    return FirstDifference.atOnce(
        Reason.SYNCHRONIZED, "another lock", pair.before().place(0), pair.after().place(0));
  }

  private boolean isIdentical(Method old, Method now, Set<MethodId> moved) {
    int flags = Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_ABSTRACT;
    if (((old.node().access ^ now.node().access) & flags) != 0) {
      return false;
    }
    if (old.hasNoCode() || now.hasNoCode()) {
      return old.hasNoCode() && now.hasNoCode();
    }
    String text = MethodText.of(versions.before(), old, moved);
    return text != null && text.equals(MethodText.of(versions.after(), now, moved));
  }

  private MethodResult result(
      MethodStatus status, Method old, Method now, FirstDifference difference) {
    boolean proved = status == MethodStatus.PROVED;
    return new MethodResult(
        status,
        old == null ? null : old.id(),
        now == null ? null : now.id(),
        proved ? List.copyOf(before.stepped()) : List.of(),
        proved ? List.copyOf(after.stepped()) : List.of(),
        difference);
  }

  private void onlyOneVersion(List<Method> methods, boolean old) {
    Half half = old ? before : after;
    ClassWorld other = old ? versions.after() : versions.before();
    for (Method method : methods) {
      if (!half.pairs().containsKey(method.id())) {
        MethodStatus status = old ? MethodStatus.REMOVED : MethodStatus.ADDED;
        results.add(result(status, old ? method : null, old ? null : method, null));
      }
      if (other.own(method.owner().name) != null) {
        conditions.onlyOneVersion(old, method);
      }
    }
  }

  // ------------------------------------------------------------------ the rest

  private List<Residue> residue() {
    List<Residue> all = new ArrayList<>();
    all.addAll(new DeclarationCheck(versions).differences());
    for (ClassNode old : versions.before().own()) {
      ClassNode now = versions.after().own(old.name);
      if (now != null) {
        conditions.serialForm(old, now);
        conditions.initialisation(old, now);
        conditions.switches(old, now);
      }
    }
    for (Method method : new UnusedMethods(versions, before, after).leftOver()) {
      String name = method.node().name;
      all.add(new Residue(Residue.Kind.METHOD_REMOVED, method.id().toString(), name, ""));
    }
    all.addAll(versions.otherFiles());
    return all;
  }
}
