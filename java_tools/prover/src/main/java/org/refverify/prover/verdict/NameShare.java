package org.refverify.prover.verdict;

import java.util.Map;
import org.refverify.common.JsonWriter;

/**
 * How many names resolve to a declaration.
 *
 * @param asked the number of names that were looked up
 * @param unresolved the number of them that have no declaration
 */
public record NameShare(int asked, int unresolved) {
  /** The share for class files, in which no name is looked up. */
  public static final NameShare NONE = new NameShare(0, 0);

  Map<String, Object> toMap() {
    return JsonWriter.object("asked", asked, "unresolved", unresolved);
  }
}
