package org.refverify.prover.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.refverify.prover.lockstep.Half;
import org.refverify.prover.lockstep.Pair;
import org.refverify.prover.lockstep.PairProver;
import org.refverify.prover.pairing.Candidates.Candidate;
import org.refverify.prover.pairing.Slots;
import org.refverify.prover.verdict.FirstDifference;
import org.refverify.prover.verdict.MethodId;

/**
 * Finds a set of pairs that prove each other.
 *
 * <p>At first the search assumes all likely pairs and proves each one under this assumption. It
 * drops the pairs that fail and repeats the proofs of the others until none fails. In the end each
 * pair is proved under the assumption of exactly the remaining pairs, which is a coinductive proof
 * of all of them. Then it tries the other candidates one by one. An additional pair never makes a
 * proof weaker, because a method that is stepped into is followed exactly.
 */
final class PairSearch {
  /** The greatest number of proofs for single candidates. */
  private static final int TRIES = 200;

  private final Half before;
  private final Half after;
  private final PairProver prover;
  private final Map<Pair, List<List<MethodId>>> proved = new LinkedHashMap<>();

  PairSearch(Half before, Half after, PairProver prover) {
    this.before = before;
    this.after = after;
    this.prover = prover;
  }

  /** Proved pairs, each with the old and the new methods that its proof stepped into. */
  Map<Pair, List<List<MethodId>>> proved() {
    return proved;
  }

  void search(List<Candidate> candidates) {
    Set<MethodId> taken = new HashSet<>();
    Map<Candidate, Pair> pairs = new LinkedHashMap<>();
    for (Candidate candidate : candidates) {
      Pair pair = Slots.match(before.world(), candidate.before(), candidate.after());
      if (!Conditions.allows(pair)) {
        continue;
      }
      pairs.put(candidate, pair);
    }
    List<Pair> believed = new ArrayList<>();
    for (Pair pair : pairs.values()) {
      boolean free = !taken.contains(pair.before().id()) && !taken.contains(pair.after().id());
      if (free) {
        taken.add(pair.before().id());
        taken.add(pair.after().id());
        believed.add(pair);
      }
    }
    believed.forEach(this::believe);
    while (!proveAll(believed)) {
      believed.removeIf(pair -> !proved.containsKey(pair));
    }
    tryOthers(pairs.values());
  }

  private boolean proveAll(List<Pair> believed) {
    Map<Pair, FirstDifference> failures = new HashMap<>();
    proved.clear();
    for (Pair pair : believed) {
      FirstDifference difference = prove(pair);
      if (difference != null) {
        failures.put(pair, difference);
      }
    }
    failures.keySet().forEach(this::disbelieve);
    return failures.isEmpty();
  }

  private void tryOthers(Iterable<Pair> pairs) {
    int tries = 0;
    for (Pair pair : pairs) {
      boolean free =
          !before.pairs().containsKey(pair.before().id())
              && !after.pairs().containsKey(pair.after().id());
      if (free && tries++ < TRIES) {
        believe(pair);
        if (prove(pair) != null) {
          disbelieve(pair);
        }
      }
    }
  }

  private FirstDifference prove(Pair pair) {
    FirstDifference difference = prover.prove(pair);
    if (difference == null) {
      proved.put(pair, List.of(List.copyOf(before.stepped()), List.copyOf(after.stepped())));
    }
    return difference;
  }

  private void believe(Pair pair) {
    before.pairs().put(pair.before().id(), pair);
    after.pairs().put(pair.after().id(), pair);
    before.helpers().remove(pair.before().id());
    after.helpers().remove(pair.after().id());
  }

  private void disbelieve(Pair pair) {
    before.pairs().remove(pair.before().id());
    after.pairs().remove(pair.after().id());
    before.helpers().add(pair.before().id());
    after.helpers().add(pair.after().id());
  }
}
