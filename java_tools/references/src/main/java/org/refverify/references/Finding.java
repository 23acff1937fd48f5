package org.refverify.references;

import java.util.Locale;
import java.util.Map;
import org.refverify.common.JsonWriter;

/**
 * One difference between two versions.
 *
 * @param kind what it is
 * @param group the group of a reference that gives power over the test's JVM; empty for other
 *     findings
 * @param what for people: the member, or the old and the new binding of a test
 * @param place in the new version; in the old one for something that was removed
 */
record Finding(Kind kind, String group, String what, UsePlace place) {

  /** The kinds of differences. */
  enum Kind {
    /**
     * A changed class names a class or member outside the project that no changed class named
     * before.
     */
    REFERENCE,
    /** A name in an unchanged test means something else. */
    BINDING,
    /** An annotation type of the project has an additional annotation. */
    ANNOTATION,
    /** A new class has the name of a library's class. */
    SHADOW
  }

  Map<String, Object> json() {
    return JsonWriter.object(
        "kind", kind.name().toLowerCase(Locale.ROOT),
        "group", group,
        "what", what,
        "className", place.className().replace('/', '.'),
        "method", place.method(),
        "source", place.source(),
        "line", place.line());
  }
}
