package org.refverify.references;

import java.util.Locale;
import java.util.Map;
import org.refverify.prover.verdict.ProofJson;

/**
 * One difference between two versions.
 *
 * @param kind what it is
 * @param group the group of a reference that gives power over the test's JVM; else empty
 * @param what for people: the member, or what a test was and is bound to
 * @param place in the new version; in the old one for what is gone
 */
record Finding(Kind kind, String group, String what, UsePlace place) {

  /** What differs. */
  enum Kind {
    /** A changed class names a class or member outside of the project that none named before. */
    REFERENCE,
    /** A name in an unchanged test means something else. */
    BINDING,
    /** An annotation type of the project wears a further annotation. */
    ANNOTATION,
    /** A new class takes the name of a library's class. */
    SHADOW
  }

  Map<String, Object> json() {
    return ProofJson.object(
        "kind", kind.name().toLowerCase(Locale.ROOT),
        "group", group,
        "what", what,
        "className", place.className().replace('/', '.'),
        "method", place.method(),
        "source", place.source(),
        "line", place.line());
  }
}
