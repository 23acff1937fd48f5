package org.refverify.prover.pairing;

import java.util.List;
import org.refverify.prover.verdict.MethodId;

/**
 * What somebody else believes about a change. A wrong hint costs time or a proof; it never makes a
 * proof: every pair is proved before it is used.
 *
 * @param methods an old method and the new one that it became, the best first
 * @param refactored the methods (of either version) that the wanted refactorings lie in; for the
 *     outcome {@link org.refverify.prover.verdict.Outcome#REFACTORING_PROVED}
 * @param allFound whether every refactored method that was named is one of them
 */
public record PairHints(List<MethodPair> methods, List<MethodId> refactored, boolean allFound) {

  /** Nothing is known. */
  public static final PairHints NONE = new PairHints(List.of(), List.of(), true);

  public PairHints {
    methods = List.copyOf(methods);
    refactored = List.copyOf(refactored);
  }

  /**
   * Two methods that may be one.
   *
   * @param before of the old version
   * @param after of the new version
   */
  public record MethodPair(MethodId before, MethodId after) {}
}
