package org.refverify.prover.verdict;

/** What a proof says about a whole change; the first that holds, in this order of strength. */
public enum Outcome {
  /** Every method pair is proved, nothing is left, every side condition holds. */
  PROVED("proved"),
  /** As {@link #PROVED}, if names that could not be resolved mean the same on both sides. */
  PROVED_ASSUMING_NAMES("proved-assuming-names"),
  /**
   * Only the removal of a method that classes outside the tree could override stands against it.
   */
  PROVED_CLOSED_WORLD("proved-closed-world"),
  /** The methods named by the hints are proved, and all that call them; the change holds more. */
  REFACTORING_PROVED("refactoring-proved-residue-left"),
  /** A first difference was met. This is no evidence of a changed behaviour. */
  NOT_PROVED("not-proved"),
  /** A method or class that the proof needs has compile errors or an unknown supertype. */
  UNRESOLVED("unresolved"),
  /** Nothing of the change is byte code that can be compared. */
  NOT_SUPPORTED("not-supported");

  private final String word;

  Outcome(String word) {
    this.word = word;
  }

  /** Whether something of the change is said to behave as before, under whatever assumption. */
  public boolean isProof() {
    return compareTo(NOT_PROVED) < 0;
  }

  /** The word for reports and JSON. */
  public String word() {
    return word;
  }
}
