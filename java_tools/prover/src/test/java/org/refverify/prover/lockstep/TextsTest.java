package org.refverify.prover.lockstep;

import static org.refverify.prover.support.Says.notProved;

import org.junit.jupiter.api.Test;
import org.refverify.prover.verdict.Reason;

/** Joined texts. */
class TextsTest {

  @Test
  void aTextThatDoublesAgainAndAgainIsRefused() {
    String twice = "s = s + s; ".repeat(40);
    String text = "class A { String get(String s) { " + twice + "return s%s; } }";

    notProved(Reason.BUDGET, text.formatted(""), text.formatted(" + 1"));
  }

  @Test
  void aConstantThatDoublesAgainAndAgainIsRefused() {
    String twice = "s = s + s; ".repeat(40);
    String text = "class A { String get() { String s = \"ab\"; " + twice + "return s%s; } }";

    notProved(Reason.BUDGET, text.formatted(""), text.formatted(" + 1"));
  }
}
