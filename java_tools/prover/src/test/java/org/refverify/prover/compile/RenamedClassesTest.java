package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.refverify.prover.compile.Trees.JAVA;
import static org.refverify.prover.compile.Trees.tree;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.verdict.Outcome;

/** A class gets another name, and an unchanged file may have used the old one. */
class RenamedClassesTest {
  private static final String TEXT =
      "package p; public final class %s { private %s() { } public static int one() { return 1; } }";

  private static Outcome renamed(String old, String now, String other) {
    SourceChange change =
        SourceChange.between(
            tree("p/" + old + ".java", TEXT.formatted(old, old), "q/U.java", other),
            tree("p/" + now + ".java", TEXT.formatted(now, now), "q/U.java", other));
    return new ChangeProver(ProofBudget.DEFAULT).sources(change, JAVA, Beliefs.NONE).outcome();
  }

  @ParameterizedTest
  @CsvSource({"Own, Mine", "$Own$Checks, OwnChecks", "Own$Checks, OwnChecks", "Own, Mine$Own"})
  void aFileThatUsesTheOldNameCounts(String old, String now) {
    String called = "package q; class U { int get() { return p." + old + ".one(); } }";
    assertFalse(renamed(old, now, called).isProof());
  }

  @ParameterizedTest
  @CsvSource({"Own, Mine", "$Own$Checks, OwnChecks", "Own, Mine$Own"})
  void aFileWhoseNameMeansTheNewClassCounts(String old, String now) {
    String other =
        "package q; import p.*; import r.*; class U { int get() { return " + now + ".one(); } }";
    String library =
        "package r; public class " + now + " { public static int one() { return 2; } }";
    SourceChange change =
        SourceChange.between(
            tree(
                "p/A.java",
                TEXT.formatted(old, old).replace("public final", "final"),
                "q/U.java",
                other,
                "r/" + now + ".java",
                library),
            tree(
                "p/A.java",
                TEXT.formatted(now, now).replace("public final", "final"),
                "q/U.java",
                other,
                "r/" + now + ".java",
                library));
    Outcome hidden =
        new ChangeProver(ProofBudget.DEFAULT).sources(change, JAVA, Beliefs.NONE).outcome();
    assertEquals(Outcome.PROVED, hidden);
  }
}
