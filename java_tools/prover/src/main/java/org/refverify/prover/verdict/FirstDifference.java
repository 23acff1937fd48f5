package org.refverify.prover.verdict;

import java.util.List;
import java.util.Map;
import org.refverify.common.JsonWriter;

/**
 * The first obstacle to a proof of two methods.
 *
 * @param reason the code
 * @param message one line for people
 * @param before the place in the old code; null if there is none
 * @param after the place in the new code; null if there is none
 * @param beforeEvent what the old code does there; empty if unknown
 * @param afterEvent what the new code does there; empty if unknown
 * @param path the conditions on the inputs that lead there, in order of appearance
 * @param values inputs of the old method that may lead there, as far as the path determines them
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

  /** A difference that is found before the proof follows any path. */
  public static FirstDifference atOnce(
      Reason reason, String message, SourcePlace before, SourcePlace after) {
    return new FirstDifference(reason, message, before, after, "", "", List.of(), List.of());
  }

  Map<String, Object> toMap() {
    return JsonWriter.object(
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
