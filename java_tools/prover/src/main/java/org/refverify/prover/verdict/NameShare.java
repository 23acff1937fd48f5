package org.refverify.prover.verdict;

import java.util.Map;

/**
 * How many names lead to a declaration.
 *
 * @param asked the names that were looked at
 * @param unresolved those of them that lead nowhere
 */
public record NameShare(int asked, int unresolved) {
  /** Of class files nobody asks. */
  public static final NameShare NONE = new NameShare(0, 0);

  Map<String, Object> toMap() {
    return ProofJson.object("asked", asked, "unresolved", unresolved);
  }
}
