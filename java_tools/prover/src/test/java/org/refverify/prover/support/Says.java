package org.refverify.prover.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;
import org.refverify.prover.verdict.Reason;

/** The outcome for a change of one file. */
public final class Says {
  private Says() {}

  public static void proved(String before, String after) {
    Proof proof = Compiled.prove(before, after);
    assertEquals(Outcome.PROVED, proof.outcome(), proof::toJson);
  }

  /** Not proved, not even for a closed world. */
  public static void notProved(String before, String after) {
    Proof proof = Compiled.prove(before, after);
    if (proof.outcome() != Outcome.PROVED_CLOSED_WORLD) {
      assertEquals(Outcome.NOT_PROVED, proof.outcome(), proof::toJson);
    }
  }

  public static void notProved(Reason reason, String before, String after) {
    Proof proof = Compiled.prove(before, after);
    assertEquals(Outcome.NOT_PROVED, proof.outcome(), proof::toJson);
    assertNotNull(proof.firstDifference(), proof::toJson);
    assertEquals(reason, proof.firstDifference().reason(), proof::toJson);
  }
}
