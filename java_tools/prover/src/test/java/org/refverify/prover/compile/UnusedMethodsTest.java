package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.refverify.prover.compile.Trees.JAVA;
import static org.refverify.prover.compile.Trees.tree;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.verdict.Outcome;

/** A method of p.A is removed, and another file is unchanged. */
class UnusedMethodsTest {
  private static final String BEFORE =
      "package p; class A { static int one() { return 1; } %s int next(int x) { return x; } }";
  private static final String AFTER = "package p; class A { static int one() { return 1; } }";

  private static Outcome without(String modifier, String other) {
    SourceChange change =
        SourceChange.between(
            tree("p/A.java", BEFORE.formatted(modifier), "p/B.java", other),
            tree("p/A.java", AFTER, "p/B.java", other));
    return new ChangeProver(ProofBudget.DEFAULT).sources(change, JAVA, Beliefs.NONE).outcome();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "package p; class B { int f() { return A.one(); } }",
        "package p; class B extends A { int f() { return one(); } }",
        "package p; public class B { int next; int f() { return next; } }",
      })
  void aMethodThatNoFileUsesMayGo(String other) {
    assertEquals(Outcome.PROVED, without("", other));
    assertEquals(Outcome.PROVED, without("static", other));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "package p; class B { int f(A a) { return a.next(1); } }",
        "package p; class B { java.util.function.IntUnaryOperator f(A a) { return a::next; } }",
        "package p; class B { String f() { return \"next\"; } }",
        "package p; class B extends A { int next(int x) { return x + 1; } }",
        "package p; class B extends A { @Override int next(int x) { return x + 1; } }",
        "package p; class B { int f(Missing m) { return m.a().next(1); } }",
      })
  void oneThatAFileMayUseMayNot(String other) {
    assertFalse(without("", other).isProof());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "package p; import static p.A.next; class B { }",
        "package p; import static p.A.*; class B { int f() { return next(1); } }",
      })
  void anImportCounts(String other) {
    assertFalse(without("static", other).isProof());
  }

  /** The prover need not know the annotation: a runner may. */
  @ParameterizedTest
  @ValueSource(strings = {"@Test", "@org.junit.jupiter.api.Test", "@Named(\"x\")"})
  void aMissingAnnotationCounts(String annotation) {
    String imports = "package p; import org.junit.jupiter.api.Test; import a.Named; ";
    String other = "void other() { } ";
    String method = "void checks() { System.out.println(1); } ";
    assertFalse(
        changed(
                imports + "class T { " + other + annotation + " " + method + "}",
                imports + "class T { " + other + "}")
            .isProof());
    assertFalse(
        changed(
                imports + annotation + " class T { " + other + method + "}",
                imports + annotation + " class T { " + other + "}")
            .isProof());
  }

  private static Outcome changed(String before, String after) {
    SourceChange change = SourceChange.between(tree("p/T.java", before), tree("p/T.java", after));
    return new ChangeProver(ProofBudget.DEFAULT).sources(change, JAVA, Beliefs.NONE).outcome();
  }

  @Test
  void aPublicSubclassElsewhereShowsAPublicMethod() {
    assertFalse(without("public", "package p; public class B extends A { }").isProof());
    assertEquals(Outcome.PROVED, without("public", "package p; class B extends A { }"));
  }
}
