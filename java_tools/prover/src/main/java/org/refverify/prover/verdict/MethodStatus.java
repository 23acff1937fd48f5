package org.refverify.prover.verdict;

/** The result for one method. */
public enum MethodStatus {
  /** The code is the same, and it calls no method that was moved, added or removed. */
  IDENTICAL("identical"),
  /** Proved to behave the same; the two sides may have different names. */
  PROVED("proved"),
  /** Only in the old version; proofs step into its calls, or nothing calls it. */
  REMOVED("removed"),
  /** Only in the new version; proofs step into its calls, or nothing calls it. */
  ADDED("added"),
  /** Not proved; the difference says why. */
  NOT_PROVED("not-proved"),
  /** The code, or other code that the proof needs, could not be compiled. */
  UNRESOLVED("unresolved");

  private final String word;

  MethodStatus(String word) {
    this.word = word;
  }

  /** The word for reports and JSON. */
  public String word() {
    return word;
  }
}
