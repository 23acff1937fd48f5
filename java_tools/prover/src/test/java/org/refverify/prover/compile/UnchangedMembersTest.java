package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.refverify.prover.compile.Trees.JAVA;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.support.ProofPair;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;

/**
 * Changes next to code that needs a library that is completely absent. Code with an unchanged text
 * is the same code, unless something else changes its meaning.
 */
class UnchangedMembersTest {
  private static final Set<Outcome> PROOFS =
      Set.of(Outcome.PROVED, Outcome.PROVED_CLOSED_WORLD, Outcome.REFACTORING_PROVED);

  static Stream<ProofPair> wrong() {
    return pairs("never");
  }

  static Stream<ProofPair> right() {
    return pairs("provable");
  }

  private static Stream<ProofPair> pairs(String expect) {
    return ProofPair.all().stream()
        .filter(pair -> pair.needsLibrary() && pair.expect().equals(expect));
  }

  private static Proof prove(ProofPair pair) {
    SourceChange change =
        SourceChange.between(new TextTree(pair.before()), new TextTree(pair.after()));
    return new ChangeProver(ProofBudget.DEFAULT).sources(change, JAVA, Beliefs.NONE);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void aWrongChangeIsNotProved(ProofPair pair) {
    Proof proof = prove(pair);
    assertFalse(PROOFS.contains(proof.outcome()), proof::toJson);
  }

  @ParameterizedTest
  @MethodSource("right")
  void aRightChangeIsProved(ProofPair pair) {
    Proof proof = prove(pair);
    assertEquals(Outcome.PROVED, proof.outcome(), proof::toJson);
  }
}
