package org.refverify.prover.verdict;

import java.util.List;
import java.util.Map;
import org.refverify.common.JsonWriter;

/**
 * The result for one method, or for a pair that was compared.
 *
 * @param status the result
 * @param before the old method; null for an added one
 * @param after the new method; null for a removed one
 * @param steppedBefore methods that the proof stepped into on the old side, without repetition
 * @param steppedAfter the same on the new side
 * @param difference null unless the status is not-proved or unresolved
 */
public record MethodResult(
    MethodStatus status,
    MethodId before,
    MethodId after,
    List<MethodId> steppedBefore,
    List<MethodId> steppedAfter,
    FirstDifference difference) {

  public MethodResult {
    steppedBefore = List.copyOf(steppedBefore);
    steppedAfter = List.copyOf(steppedAfter);
  }

  Map<String, Object> toMap() {
    return JsonWriter.object(
        "status",
        status.word(),
        "before",
        before == null ? null : before.toString(),
        "after",
        after == null ? null : after.toString(),
        "steppedBefore",
        steppedBefore.stream().map(MethodId::toString).toList(),
        "steppedAfter",
        steppedAfter.stream().map(MethodId::toString).toList(),
        "difference",
        difference == null ? null : difference.toMap());
  }
}
