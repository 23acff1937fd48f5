package org.refverify.prover;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.prover.support.Compiled;
import org.refverify.prover.support.ProofPair;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;

/** Every pair with a known answer: no wrong one is proved, every right one is. */
class ProofPairsTest {

  static Stream<ProofPair> wrong() {
    return ProofPair.whole().filter(pair -> pair.expect().equals("never"));
  }

  static Stream<ProofPair> right() {
    return ProofPair.whole().filter(pair -> pair.expect().equals("provable"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void aWrongChangeIsNeverProved(ProofPair pair) {
    Outcome outcome = prove(pair).outcome();
    assertNotEquals(Outcome.PROVED, outcome);
    assertNotEquals(Outcome.PROVED_ASSUMING_NAMES, outcome);
    assertTrue(pair.closedWorld() || outcome != Outcome.PROVED_CLOSED_WORLD);
  }

  @ParameterizedTest
  @MethodSource("right")
  void aRightChangeIsProved(ProofPair pair) {
    Proof proof = prove(pair);
    boolean proved =
        proof.outcome() == Outcome.PROVED
            || pair.closedWorld() && proof.outcome() == Outcome.PROVED_CLOSED_WORLD;
    assertTrue(proved, proof::toJson);
  }

  /** A pair may need a newer platform than the one that runs the tests; a newer one runs it. */
  private static Proof prove(ProofPair pair) {
    boolean newer = pair.java() > Runtime.version().feature();
    assumeTrue(!newer || Compiled.compiles(pair.after(), pair.java()), "needs a newer JDK");
    return Compiled.prove(pair.before(), pair.after(), pair.java());
  }
}
