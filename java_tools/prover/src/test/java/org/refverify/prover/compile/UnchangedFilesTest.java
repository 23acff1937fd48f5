package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.prover.compile.Trees.JAVA;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.support.ProofPair;
import org.refverify.prover.verdict.Outcome;

/**
 * Wrong pairs of several files in the form that a user passes them in. Only files that the changed
 * files need are read, so the difference may be in a file that was not read.
 */
class UnchangedFilesTest {
  static Stream<ProofPair> wrong() {
    return ProofPair.whole()
        .filter(pair -> pair.expect().equals("never") && pair.before().size() > 1)
        .filter(pair -> pair.java() <= Runtime.version().feature())
        .filter(pair -> !change(pair).files().isEmpty());
  }

  /**
   * The changed sources, and the other files, which callers pass in as files that are not compiled.
   * A change of a module is left out.
   */
  private static SourceChange change(ProofPair pair) {
    SourceChange sources =
        SourceChange.between(new TextTree(pair.before()), new TextTree(pair.after()));
    return new SourceChange(
        sources.before(),
        sources.after(),
        sources.files(),
        others(pair.before()),
        others(pair.after()));
  }

  private static Map<String, String> others(Map<String, String> texts) {
    return texts.entrySet().stream()
        .filter(each -> !each.getKey().endsWith(".java"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void aWrongChangeIsNotProvedWhereOnlyChangedFilesAreHandedIn(ProofPair pair) {
    Outcome outcome =
        new ChangeProver(ProofBudget.DEFAULT).sources(change(pair), JAVA, Beliefs.NONE).outcome();
    assertNotEquals(Outcome.PROVED, outcome);
    assertNotEquals(Outcome.PROVED_ASSUMING_NAMES, outcome);
    assertTrue(pair.closedWorld() || outcome != Outcome.PROVED_CLOSED_WORLD);
  }
}
