package org.refverify.prover.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.refverify.prover.Prover;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.support.Compiled;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.world.CompiledVersion;

/** Which answer a change gets. */
class JudgementTest {
  private static final String BEFORE =
      "class A { int get(int x) { return x + 1; } int other() { return 1; } }";
  private static final String AFTER =
      "class A { int get(int x) { return h(x); } private int h(int x) { return x + 1; }"
          + " int other() { return 2; } }";

  private static Outcome outcome(String before, String after, PairHints hints) {
    return new Prover()
        .prove(
            Compiled.of(Map.of("A.java", before), 17),
            Compiled.of(Map.of("A.java", after), 17),
            hints,
            ProofBudget.DEFAULT)
        .outcome();
  }

  @Test
  void theRefactoringIsProvedThoughMoreWasChanged() {
    MethodId helper = new MethodId("A", "h", "(I)I");
    assertEquals(
        Outcome.REFACTORING_PROVED,
        outcome(BEFORE, AFTER, new PairHints(List.of(), List.of(helper))));
  }

  @Test
  void theRefactoringIsNotProvedIfItsCallerIsNot() {
    MethodId other = new MethodId("A", "other", "()I");
    assertEquals(
        Outcome.NOT_PROVED, outcome(BEFORE, AFTER, new PairHints(List.of(), List.of(other))));
    MethodId helper = new MethodId("A", "h", "(I)I");
    String wrong = AFTER.replace("h(x);", "h(x + 1);");
    assertEquals(
        Outcome.NOT_PROVED, outcome(BEFORE, wrong, new PairHints(List.of(), List.of(helper))));
  }

  @Test
  void whatIsLeftOfARefactoredMethodStandsAgainstIt() {
    MethodId helper = new MethodId("A", "get", "(I)I");
    String declared = AFTER.replace("int get(int x) {", "int get(int x) throws Exception {");
    assertEquals(
        Outcome.NOT_PROVED, outcome(BEFORE, declared, new PairHints(List.of(), List.of(helper))));
  }

  @Test
  void aMethodThatMovesToANewClassWhichSomebodyFindsByAnnotationIsNotProved() {
    String mark =
        "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)"
            + " @interface Check { } class A { int other() { return OTHER; } }";
    String before = mark.replace("OTHER", "1") + " class Old { @Check void t() { } }";
    String after = mark.replace("OTHER", "2") + " abstract class New { @Check void t() { } }";
    List<MethodId> both = List.of(new MethodId("Old", "t", "()V"), new MethodId("New", "t", "()V"));
    assertEquals(Outcome.NOT_PROVED, outcome(before, after, new PairHints(List.of(), both)));
  }

  @Test
  void withoutHintsThereIsNoHalfAnswer() {
    assertEquals(Outcome.NOT_PROVED, outcome(BEFORE, AFTER, PairHints.NONE));
  }

  @Test
  void onlyAClosedWorldIsProvedWhenAPublicMethodGoes() {
    assertEquals(
        Outcome.PROVED_CLOSED_WORLD,
        outcome(
            "public class A { int get() { return m(); } public int m() { return 1; } }",
            "public class A { int get() { return 1; } }",
            PairHints.NONE));
  }

  @Test
  void nothingAtAllIsNotSupported() {
    CompiledVersion empty = new CompiledVersion(Map.of(), name -> null, Set.of(), Map.of());
    assertEquals(
        Outcome.NOT_SUPPORTED,
        new Prover().prove(empty, empty, PairHints.NONE, ProofBudget.DEFAULT).outcome());
  }

  @Test
  void aTypeThatIsMadeUpIsAnAssumption() {
    CompiledVersion version = Compiled.of(Map.of("A.java", "class A { B b; } class B { }"), 17);
    CompiledVersion stubbed =
        new CompiledVersion(version.classes(), version.world(), Set.of("B"), Map.of());
    assertEquals(
        Outcome.PROVED_ASSUMING_NAMES,
        new Prover().prove(stubbed, stubbed, PairHints.NONE, ProofBudget.DEFAULT).outcome());
  }

  @Test
  void aMissingSupertypeIsNeverProved() {
    Map<String, byte[]> old =
        Compiled.of(Map.of("A.java", "class P { } class A extends P { void a() { } }"), 17)
            .classes();
    Map<String, byte[]> now =
        Compiled.of(
                Map.of(
                    "A.java", "class P { } class A extends P { void a() { h(); } void h() { } }"),
                17)
            .classes();
    CompiledVersion before = new CompiledVersion(without(old), name -> null, Set.of(), Map.of());
    CompiledVersion after = new CompiledVersion(without(now), name -> null, Set.of(), Map.of());
    assertEquals(
        Outcome.UNRESOLVED,
        new Prover().prove(before, after, PairHints.NONE, ProofBudget.DEFAULT).outcome());
  }

  private static Map<String, byte[]> without(Map<String, byte[]> classes) {
    Map<String, byte[]> left = new java.util.TreeMap<>(classes);
    left.remove("P");
    return left;
  }

  @Test
  void changedFilesThatAreNoJavaAreLeft() {
    CompiledVersion version = Compiled.of(Map.of("A.java", "class A { }"), 17);
    CompiledVersion other =
        new CompiledVersion(
            version.classes(), version.world(), Set.of(), Map.of("a.properties", "1"));
    assertEquals(
        Outcome.NOT_PROVED,
        new Prover().prove(version, other, PairHints.NONE, ProofBudget.DEFAULT).outcome());
  }
}
