package org.refverify.prover.verdict;

import java.util.Map;
import org.refverify.common.JsonWriter;

/**
 * A side condition that does not hold.
 *
 * @param kind which one
 * @param where the class or member that it concerns
 * @param why one line for people
 */
public record Condition(Kind kind, String where, String why) {

  /** The side conditions of a change. */
  public enum Kind {
    OVERRIDDEN("overridden"),
    OVERRIDES("overrides"),
    HIERARCHY_UNKNOWN("hierarchy-unknown"),
    BRIDGE("bridge"),
    SYNCHRONIZED("synchronized"),
    STATIC_INITIALISER("static-initialiser"),
    PLATFORM_MEMBER("platform-member"),
    SERIAL_FORM("serial-form"),
    VISIBILITY("visibility"),
    FOUND_BY_ANNOTATION("found-by-annotation"),
    CLASS_NAME("class-name"),
    /** A parameter has another name, and something may look at it. */
    PARAMETER_NAME("parameter-name"),
    /**
     * A method was removed that classes outside the tree could override; the proof then holds for a
     * closed world only.
     */
    OPEN_WORLD("open-world");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** The word for reports and JSON. */
    public String word() {
      return word;
    }
  }

  Map<String, Object> toMap() {
    return JsonWriter.object("kind", kind.word(), "where", where, "why", why);
  }
}
