package org.refverify.prover.verdict;

import java.util.Map;
import org.refverify.common.JsonWriter;

/**
 * A part of the change that is not code and that differs between the two sides.
 *
 * @param kind what it is, from a closed set
 * @param where class or member
 * @param before the old form; empty if there is none
 * @param after the new form; empty if there is none
 */
public record Residue(Kind kind, String where, String before, String after) {

  /** The kinds of residue. */
  public enum Kind {
    CLASS_REMOVED("class-removed"),
    CLASS_ADDED("class-added"),
    CLASS_FLAGS("class-flags"),
    CLASS_SHAPE("class-shape"),
    SUPERTYPES("supertypes"),
    PERMITTED_SUBCLASSES("permitted-subclasses"),
    RECORD_COMPONENTS("record-components"),
    FIELD("field"),
    SERIAL_VERSION("serial-version"),
    STATIC_INITIALISER("static-initialiser"),
    CONSTRUCTOR("constructor"),
    /** A method was removed without a partner and is not called here; other code may use it. */
    METHOD_REMOVED("method-removed"),
    METHOD_FLAGS("method-flags"),
    THROWS_CLAUSE("throws-clause"),
    ANNOTATIONS("annotations"),
    ANNOTATION_DEFAULT("annotation-default"),
    GENERIC_SIGNATURE("generic-signature"),
    MODULE("module"),
    UNKNOWN_ATTRIBUTE("unknown-attribute"),
    OTHER_FILE("other-file");

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
    return JsonWriter.object("kind", kind.word(), "where", where, "before", before, "after", after);
  }
}
