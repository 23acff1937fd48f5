package org.refverify.prover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.refverify.prover.support.MutantsMain;

/** Proved changes with one instruction changed: what is still proved does the same. */
class MutantsTest {

  /** Read one by one: each changes a value that nobody uses, or takes an equal one. */
  private static final List<String> EQUIVALENT =
      List.of(
          // The branch that returns false returns 0 anyway.
          "condition: after: A.helper: result at 11",
          "early return as flag: after: A.helper: result at 28",
          // The caught exception is not used.
          "try: after: A.work: store dropped at 8",
          "try: before: A.work: store dropped at 11",
          // ECJ keeps the switch's text in two variables.
          "string switch: after: A.helper: load 2->1 at 14",
          "string switch: after: A.helper: load 2->1 at 8",
          "string switch: before: A.work: load 2->1 at 14",
          "string switch: before: A.work: load 2->1 at 8",
          // A pattern's variable is the tested value; the helper does not use its receiver (such
          // code does not verify).
          "record pattern switch: after: A.work: load 0->1 at 10",
          "record pattern switch: after: A.work: load 0->2 at 10",
          "record pattern switch: after: A.work: load 2->1 at 11",
          "record pattern switch: before: A.work: load 2->1 at 11");

  @Test
  void onlyEquivalentMutantsAreProved() {
    Set<String> expected = new TreeSet<>();
    EQUIVALENT.forEach(mutant -> expected.add("first-steps: " + mutant));
    assertEquals(expected, new TreeSet<>(MutantsMain.alive("first-steps")));
  }
}
