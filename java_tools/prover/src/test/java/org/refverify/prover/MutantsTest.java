package org.refverify.prover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.refverify.prover.support.MutantsMain;

/** Proved changes with one changed instruction: if a mutant is still proved, it does the same. */
class MutantsTest {

  /** Checked by hand: each changes an unused value, or uses an equal one. */
  private static final List<String> EQUIVALENT =
      List.of(
          // A repeated condition has the same result.
          "condition: after: A.work: twice helper at 3",
          // The branch that returns false returns 0 anyway.
          "condition: after: A.helper: result at 11",
          "early return as flag: after: A.helper: result at 28",
          // The result of the call is not used.
          "try: after: A.work: result of count at 17",
          "try: after: A.work: result of count at 26",
          "try: after: A.work: result of count at 35",
          "try: before: A.work: result of count at 20",
          "try: before: A.work: result of count at 29",
          "try: before: A.work: result of count at 38",
          // The caught exception is not used.
          "try: after: A.work: store dropped at 8",
          "try: before: A.work: store dropped at 11",
          // Texts always give the same result.
          "string switch: after: A.helper: twice equals at 10",
          "string switch: after: A.helper: twice equals at 16",
          "string switch: after: A.helper: twice hashCode at 5",
          "string switch: before: A.work: twice equals at 10",
          "string switch: before: A.work: twice equals at 16",
          "string switch: before: A.work: twice hashCode at 5",
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
