package org.refverify.prover.pairing;

import java.util.List;
import org.refverify.prover.verdict.MethodId;

/**
 * Beliefs from outside about a change. A wrong hint costs time or a proof but never creates one,
 * because every pair is proved before it is used.
 *
 * @param methods an old method and the new one that it became, the best first
 * @param refactored the methods of either version that contain the wanted refactorings; for the
 *     outcome {@link org.refverify.prover.verdict.Outcome#REFACTORING_PROVED}
 * @param allFound whether {@code refactored} contains every refactored method that was named
 */
public record PairHints(List<MethodPair> methods, List<MethodId> refactored, boolean allFound) {

  /** Nothing is known. */
  public static final PairHints NONE = new PairHints(List.of(), List.of(), true);

  public PairHints {
    methods = List.copyOf(methods);
    refactored = List.copyOf(refactored);
  }

  /**
   * An old and a new method that may be the same.
   *
   * @param before of the old version
   * @param after of the new version
   */
  public record MethodPair(MethodId before, MethodId after) {}
}
