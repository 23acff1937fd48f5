package org.refverify.prover.verdict;

/** What became of one method. */
public enum MethodStatus {
  /** The same code, and nothing that it calls was moved, added or removed. */
  IDENTICAL("identical"),
  /** Proved to behave alike; the two sides may have different names. */
  PROVED("proved"),
  /** Only before; stepped into wherever a proof met it, or never called. */
  REMOVED("removed"),
  /** Only after; stepped into wherever a proof met it, or never called. */
  ADDED("added"),
  /** See the difference. */
  NOT_PROVED("not-proved"),
  /** Its code, or code that it needs, could not be compiled. */
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
