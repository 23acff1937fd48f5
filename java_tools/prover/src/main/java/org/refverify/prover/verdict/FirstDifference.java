package org.refverify.prover.verdict;

import java.util.List;
import java.util.Map;

/**
 * The first thing that stood against a proof of two methods.
 *
 * @param reason the code
 * @param message one line for people
 * @param before where the old code stands then; null if nowhere
 * @param after where the new code stands then; null if nowhere
 * @param beforeEvent what the old code does there; empty if not known
 * @param afterEvent what the new code does there; empty if not known
 * @param path what must hold of the inputs to come there, in order of appearance
 * @param values values of an input of the old method that may come there, as far as the path tells
 */
public record FirstDifference(
    Reason reason,
    String message,
    SourcePlace before,
    SourcePlace after,
    String beforeEvent,
    String afterEvent,
    List<String> path,
    List<InputValue> values) {

  public FirstDifference {
    path = List.copyOf(path);
    values = List.copyOf(values);
  }

  /** A difference that is met before any path is followed. */
  public static FirstDifference atOnce(
      Reason reason, String message, SourcePlace before, SourcePlace after) {
    return new FirstDifference(reason, message, before, after, "", "", List.of(), List.of());
  }

  Map<String, Object> toMap() {
    return ProofJson.object(
        "reason",
        reason.word(),
        "message",
        message,
        "before",
        before == null ? null : before.toMap(),
        "after",
        after == null ? null : after.toMap(),
        "beforeEvent",
        beforeEvent,
        "afterEvent",
        afterEvent,
        "path",
        path,
        "values",
        values.stream().map(InputValue::toMap).toList());
  }
}
