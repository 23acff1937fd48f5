package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.refverify.prover.compile.Trees.JAVA;
import static org.refverify.prover.compile.Trees.tree;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;

class ChangeProverTest {
  private static final String BEFORE = "final class A { int f(int x) { return x * 2 + 1; } }";
  private static final String AFTER =
      "final class A { int f(int x) { return g(x) + 1; } private static int g(int x) { return x *"
          + " 2; } }";

  private final ChangeProver prover = new ChangeProver(ProofBudget.DEFAULT);

  private Proof proof(TextTree before, TextTree after) {
    return prover.sources(SourceChange.between(before, after), JAVA, Beliefs.NONE);
  }

  @Test
  void onlyWhatDiffersIsCompared() {
    SourceChange change =
        SourceChange.between(
            tree("A.java", "1", "B.java", "1", "C.java", "1", "module-info.java", "1"),
            tree("A.java", "1", "B.java", "2", "D.java", "1", "module-info.java", "2"));
    assertEquals(Set.of("B.java", "C.java", "D.java"), change.files());
  }

  @Test
  void anExtractionIsProvedAndTheSameWithAnotherNumberIsNot() {
    assertEquals(Outcome.PROVED, proof(tree("A.java", BEFORE), tree("A.java", AFTER)).outcome());
    assertEquals(
        Outcome.NOT_PROVED,
        proof(tree("A.java", BEFORE), tree("A.java", AFTER.replace("* 2", "* 3"))).outcome());
  }

  @Test
  void aCallElsewhereThatIsBoundToTheNewMethodIsFoundByItsName() {
    String old = "package p; public class A { public void m(Object o) { System.out.println(1); } }";
    String now =
        "package p; public class A { public void m(Object o) { System.out.println(1); }"
            + " public void m(String s) { System.out.println(2); } }";
    String user = "package p; class User { void u(A a) { a.m(\"\"); } }";
    Proof proof =
        proof(
            tree("p/A.java", old, "p/User.java", user), tree("p/A.java", now, "p/User.java", user));
    assertEquals(Outcome.NOT_PROVED, proof.outcome());
    assertEquals("p/User.java", proof.firstDifference().before().path());
  }

  @Test
  void aMissingSupertypeIsNeverAPlainProof() {
    String base = "import x.Base; ";
    Outcome outcome =
        proof(
                tree("A.java", base + BEFORE.replace("A {", "A extends Base {")),
                tree("A.java", base + AFTER.replace("A {", "A extends Base {")))
            .outcome();
    assertNotEquals(Outcome.PROVED, outcome);
    assertNotEquals(Outcome.REFACTORING_PROVED, outcome);
  }

  @Test
  void aFileThatTheCompilerCannotTakeIsNeverPassedOver() {
    String twice = "final class A { int f(int x) { return x; } }";
    Proof proof =
        proof(
            tree("a/A.java", BEFORE, "b/A.java", twice),
            tree("a/A.java", AFTER, "b/A.java", twice.replace("return x", "return x + 7")));
    assertNotEquals(Outcome.PROVED, proof.outcome());
  }

  @Test
  void filesThatAreNotCompiledAreComparedByTheirHash() {
    SourceChange change =
        new SourceChange(
            tree("A.java", BEFORE),
            tree("A.java", AFTER),
            Set.of("A.java"),
            Map.of("x.xml", "1"),
            Map.of("x.xml", "2"));
    assertNotEquals(Outcome.PROVED, prover.sources(change, JAVA, Beliefs.NONE).outcome());
  }

  @Test
  void sourceNamesFindTheirMethods() {
    SourceChange change = SourceChange.between(tree("A.java", BEFORE), tree("A.java", AFTER));
    SourceMethod method = new SourceMethod("A", "f", List.of("int"));
    Proof proof = prover.sources(change, JAVA, new Beliefs(List.of(), List.of(), List.of(method)));
    assertEquals(Outcome.PROVED, proof.outcome());
    var version = Trees.version(tree("A.java", AFTER), "A.java").compiled();
    assertEquals("[A.f(I)I]", method.in(version).toList().toString());
    assertEquals(0, new SourceMethod("A", "f", List.of("long")).in(version).count());
  }
}
