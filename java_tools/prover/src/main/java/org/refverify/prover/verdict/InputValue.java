package org.refverify.prover.verdict;

import java.util.List;
import java.util.Map;

/**
 * A value that an input of the old method may have to come to a difference. It is a proposal: only
 * a run tells whether the difference is there.
 *
 * @param parameter the number of the parameter, from 0; -1 for the receiver
 * @param steps the way from there: {@code .field}, {@code #} for a length or size, {@code [2]} for
 *     an element, {@code ("key")} for what a map holds, {@code +} for a member of a collection,
 *     {@code name()} for what a method returns
 * @param kind what is said of the value
 * @param value the number, text, type or constant; empty for the other kinds
 */
public record InputValue(int parameter, List<String> steps, Kind kind, String value) {

  /** What is said of a value. */
  public enum Kind {
    NUMBER("number"),
    TEXT("text"),
    NULL("null"),
    NOT_NULL("not-null"),
    /** An instance of the class with this internal name. */
    TYPE("type"),
    /** The static field {@code owner.name}, the owner by its internal name. */
    CONSTANT("constant");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  public InputValue {
    steps = List.copyOf(steps);
  }

  Map<String, Object> toMap() {
    return ProofJson.object(
        "parameter", parameter, "steps", steps, "kind", kind.word, "value", value);
  }
}
