package org.refverify.prover.verdict;

import java.util.Map;

/**
 * Something of the change that is no code and is not the same on both sides.
 *
 * @param kind what it is, a closed set
 * @param where class or member
 * @param before what stands there before; empty if nothing
 * @param after what stands there after; empty if nothing
 */
public record Residue(Kind kind, String where, String before, String after) {

  /** What can be left over. */
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
    /** Removed without a partner, and not called here: others may use it. */
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
    return ProofJson.object("kind", kind.word(), "where", where, "before", before, "after", after);
  }
}
