package org.refverify.prover.verdict;

import java.util.List;
import java.util.Map;
import org.refverify.common.JsonWriter;

/**
 * A value of one of the old method's inputs that may lead to a difference. It is a proposal: only a
 * run can show the difference.
 *
 * @param parameter the number of the parameter, from 0; -1 for the receiver
 * @param steps the way from there: {@code .field}, {@code #} for a length or size, {@code [2]} for
 *     an element, {@code ("key")} for a value of a map, {@code +} for a member of a collection,
 *     {@code name()} for the result of a method
 * @param kind what the proposal says about the value
 * @param value the number, text, type or constant; empty for the other kinds
 */
public record InputValue(int parameter, List<String> steps, Kind kind, String value) {

  /** What a proposal says about a value. */
  public enum Kind {
    NUMBER("number"),
    TEXT("text"),
    NULL("null"),
    NOT_NULL("not-null"),
    /** An instance of the class with this internal name. */
    TYPE("type"),
    /** The static field {@code owner.name}; the owner is an internal name. */
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
    return JsonWriter.object(
        "parameter", parameter, "steps", steps, "kind", kind.word, "value", value);
  }
}
