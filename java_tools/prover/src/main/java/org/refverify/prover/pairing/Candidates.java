package org.refverify.prover.pairing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.world.Method;

/** Proposes which removed method became which added one, the most likely pair first. */
public final class Candidates {
  private static final double SAME_NAME = 0.5;
  private static final double OTHER_NAME = 0.9;

  private Candidates() {}

  /**
   * An old and a new method that may be the same.
   *
   * @param before only in the old version
   * @param after only in the new one
   * @param weight how likely; greater is more likely
   */
  public record Candidate(Method before, Method after, double weight) {}

  public static List<Candidate> of(
      List<Method> removed, List<Method> added, List<PairHints.MethodPair> hints) {
    List<Candidate> all = new ArrayList<>();
    Set<String> moved = new HashSet<>();
    removed.forEach(method -> moved.add(method.node().name));
    added.forEach(method -> moved.add(method.node().name));
    for (Method old : removed) {
      for (Method now : added) {
        if (!old.hasNoCode() && !now.hasNoCode() && sameKind(old, now)) {
          double weight = weight(old, now, hints, moved);
          if (weight > 0) {
            all.add(new Candidate(old, now, weight));
          }
        }
      }
    }
    all.sort(
        Comparator.comparingDouble(Candidate::weight)
            .reversed()
            .thenComparing(c -> c.before().id())
            .thenComparing(c -> c.after().id()));
    return all;
  }

  private static boolean sameKind(Method old, Method now) {
    boolean sync = old.is(Opcodes.ACC_SYNCHRONIZED) == now.is(Opcodes.ACC_SYNCHRONIZED);
    return sync && !old.isConstructor() && !now.isConstructor();
  }

  private static double weight(
      Method old, Method now, List<PairHints.MethodPair> hints, Set<String> moved) {
    MethodId before = old.id();
    MethodId after = now.id();
    if (hints.contains(new PairHints.MethodPair(before, after))) {
      return 3;
    }
    double similar = Similarity.of(old.node(), now.node(), moved);
    boolean sameName = before.name().equals(after.name());
    if (sameName && similar > SAME_NAME) {
      return similar + 1;
    }
    return similar > OTHER_NAME ? similar : 0;
  }
}
