package org.refverify.prover.verdict;

/**
 * What a proof says about a whole change: the first outcome that holds, from the strongest to the
 * weakest.
 */
public enum Outcome {
  /** Every method pair is proved, nothing else differs, and every side condition holds. */
  PROVED("proved"),
  /** As {@link #PROVED}, if names that could not be resolved mean the same on both sides. */
  PROVED_ASSUMING_NAMES("proved-assuming-names"),
  /** Proved except for one risk: a removed method could be overridden outside the tree. */
  PROVED_CLOSED_WORLD("proved-closed-world"),
  /** The refactored methods and their callers are proved, but the change contains more. */
  REFACTORING_PROVED("refactoring-proved-residue-left"),
  /** The proof met a difference. This is no evidence of a change in behaviour. */
  NOT_PROVED("not-proved"),
  /** A method or class that the proof needs has compile errors or an unknown supertype. */
  UNRESOLVED("unresolved"),
  /** The change contains no byte code that can be compared. */
  NOT_SUPPORTED("not-supported");

  private final String word;

  Outcome(String word) {
    this.word = word;
  }

  /**
   * Whether the outcome says that some part of the change behaves as before, under any assumptions.
   */
  public boolean isProof() {
    return compareTo(NOT_PROVED) < 0;
  }

  /** The word for reports and JSON. */
  public String word() {
    return word;
  }
}
