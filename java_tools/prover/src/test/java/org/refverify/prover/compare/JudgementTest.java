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

/** The outcome of a change. */
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
        outcome(BEFORE, AFTER, new PairHints(List.of(), List.of(helper), true)));
  }

  @Test
  void theRefactoringIsNotProvedIfItsCallerIsNot() {
    MethodId other = new MethodId("A", "other", "()I");
    assertEquals(
        Outcome.NOT_PROVED, outcome(BEFORE, AFTER, new PairHints(List.of(), List.of(other), true)));
    MethodId helper = new MethodId("A", "h", "(I)I");
    String wrong = AFTER.replace("h(x);", "h(x + 1);");
    assertEquals(
        Outcome.NOT_PROVED,
        outcome(BEFORE, wrong, new PairHints(List.of(), List.of(helper), true)));
  }

  @Test
  void whatIsLeftOfARefactoredMethodStandsAgainstIt() {
    MethodId helper = new MethodId("A", "get", "(I)I");
    String declared = AFTER.replace("int get(int x) {", "int get(int x) throws Exception {");
    assertEquals(
        Outcome.NOT_PROVED,
        outcome(BEFORE, declared, new PairHints(List.of(), List.of(helper), true)));
  }

  @Test
  void aMethodThatMovesToANewClassWhichSomebodyFindsByAnnotationIsNotProved() {
    String mark =
        "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)"
            + " @interface Check { } class A { int other() { return OTHER; } }";
    String before = mark.replace("OTHER", "1") + " class Old { @Check void t() { } }";
    String after = mark.replace("OTHER", "2") + " abstract class New { @Check void t() { } }";
    List<MethodId> both = List.of(new MethodId("Old", "t", "()V"), new MethodId("New", "t", "()V"));
    assertEquals(Outcome.NOT_PROVED, outcome(before, after, new PairHints(List.of(), both, true)));
  }

  private static final String MARK =
      "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)"
          + " @interface Check { } ";

  private static final List<MethodId> EXTRACTION =
      List.of(new MethodId("A", "get", "(I)I"), new MethodId("A", "h", "(I)I"));

  /** The extraction with another edit, and additional code. */
  private static Outcome extraction(String old, String now) {
    return outcome(
        MARK + BEFORE.replace("class A { ", "class A { " + old),
        MARK + AFTER.replace("private int h", "int h").replace("class A { ", "class A { " + now),
        new PairHints(List.of(), EXTRACTION, true));
  }

  @Test
  void newCodeThatCallsTheNewMethodIsItsOwnAffair() {
    assertEquals(Outcome.REFACTORING_PROVED, extraction("", "@Check int test() { return h(3); } "));
    assertEquals(
        Outcome.REFACTORING_PROVED,
        extraction("", "private void readObject(java.io.ObjectInputStream in) { h(1); } "));
    assertEquals(
        Outcome.REFACTORING_PROVED,
        extraction("", "public String toString() { return \"\" + h(1); } "));
  }

  private static final String MORE = "int more(int x) { return x + 1; } ";
  private static final String WRONG = "int more(int x) { return h(x + 1); } ";

  @Test
  void oldCodeThatCallsTheNewMethodOfItsOwnAccordIsItsOwnAffair() {
    assertEquals(Outcome.REFACTORING_PROVED, extraction(MORE, MORE.replace("x + 1", "h(x)")));
    assertEquals(Outcome.REFACTORING_PROVED, extraction(MORE, WRONG));
    String through = "int more(int x) { return c(x); } int c(int x) { return h(x) + 5; } ";
    assertEquals(Outcome.REFACTORING_PROVED, extraction(MORE, through));
    String lambda =
        "int more(int x) { java.util.function.IntSupplier s = () -> h(x) + 5;"
            + " return s.getAsInt(); } ";
    assertEquals(Outcome.REFACTORING_PROVED, extraction(MORE, lambda));
  }

  @Test
  void oldCodeFromWhichItWasExtractedTooMustBeProved() {
    List<MethodId> more = List.of(EXTRACTION.get(0), EXTRACTION.get(1), id("more", "(I)I"));
    String[] versions = {BEFORE.replace("class A { ", "class A { " + MORE), AFTER};
    for (String wrong :
        List.of(WRONG, WRONG.replace("h(x + 1)", "c(x); } int c(int x) { return h(x) + 5"))) {
      String now = versions[1].replace("class A { ", "class A { " + wrong);
      assertEquals(
          Outcome.NOT_PROVED, outcome(versions[0], now, new PairHints(List.of(), more, true)));
    }
  }

  @Test
  void oldCodeMustBeProvedIfNotAllThatWasNamedIsKnown() {
    assertEquals(
        Outcome.NOT_PROVED,
        outcome(
            BEFORE.replace("class A { ", "class A { " + MORE),
            AFTER.replace("class A { ", "class A { " + WRONG),
            new PairHints(List.of(), EXTRACTION, false)));
  }

  @Test
  void oldCodeThatTheNewMethodDrawsToItselfMustBeProved() {
    String overload = "long h(long x) { return x; } ";
    for (String user :
        List.of(
            "long more(int x) { return h(x); } ",
            "java.util.function.IntToLongFunction more() { return x -> h(x); } ",
            "java.util.function.IntToLongFunction more() { return this::h; } ",
            "long more(int x) { return new Object() { long m() { return h(x); } }.m(); } ")) {
      assertEquals(Outcome.NOT_PROVED, extraction(overload + user, overload + user), user);
    }
    String outer =
        "class O { int h(int x) { return 9; } class B extends A { int m() { return h(1); } } }";
    assertEquals(
        Outcome.NOT_PROVED,
        outcome(
            BEFORE + outer,
            AFTER.replace("private int h", "int h") + outer,
            new PairHints(List.of(), EXTRACTION, true)));
  }

  @Test
  void oldCodeThatCallsAnotherMethodOfItsNameMustBeProved() {
    String other = "int h(long x) { return 2; } ";
    assertEquals(
        Outcome.NOT_PROVED,
        extraction(
            other + "int more() { return h(1L); } ", other + "int more() { return h(1); } "));
  }

  @Test
  void oldCodeThatCalledAMethodWhichMovedMustBeProved() {
    String before =
        "class A { int m(int x) { return x + 1; } int c(A a) { return a.m(1); } int o() { return 1;"
            + " } } class B { }";
    String after =
        "class A { int c(A a) { return B.m(ARG); } int o() { return 2; } } class B { static int"
            + " m(int x) { return x + 1; } }";
    List<MethodId> both = List.of(id("m", "(I)I"), new MethodId("B", "m", "(I)I"));
    assertEquals(
        Outcome.NOT_PROVED,
        outcome(before, after.replace("ARG", "2"), new PairHints(List.of(), both, true)));
  }

  /** `m` of A becomes `k` of B, with the other content of A and B before and after. */
  private static Outcome moved(
      String inOldA, String inNewA, String inOldB, String inNewB, boolean allFound) {
    String method = "static int m(int x) { return x + 1; } ";
    List<MethodId> both = List.of(id("m", "(I)I"), new MethodId("B", "k", "(I)I"));
    return outcome(
        "class A { " + method + "int o() { return 1; } " + inOldA + "} class B { " + inOldB + "}",
        "class A { int o() { return 2; } "
            + inNewA
            + "} class B { "
            + inNewB
            + method.replace(" m(", " k(")
            + "}",
        new PairHints(List.of(), both, allFound));
  }

  private static final String CALLS = "int c() { return m(3); } ";
  private static final String CALLS_NEW = "int c() { return B.k(3); } ";
  private static final String REPEATS = "int more(int x) { int y = x + 1; return y; } ";

  @Test
  void oldCodeThatCallsTheMovedMethodOfItsOwnAccordIsItsOwnAffair() {
    for (String now :
        List.of(
            "int more(int x) { return B.k(x); } ",
            "int more(int x) { return B.k(x + 1); } ",
            "int more(int x) { return d(x); } int d(int x) { return B.k(x) + 5; } ",
            "int more(int x) { java.util.function.IntSupplier s = () -> B.k(x) + 5;"
                + " return s.getAsInt(); } ")) {
      assertEquals(
          Outcome.REFACTORING_PROVED, moved(CALLS + REPEATS, CALLS_NEW + now, "", "", true), now);
    }
    String wrong = "int more(int x) { return B.k(x + 1); } ";
    assertEquals(Outcome.NOT_PROVED, moved(CALLS + REPEATS, CALLS_NEW + wrong, "", "", false));
  }

  @Test
  void oldCodeThatCalledTheMovedMethodThroughCodeThatIsGoneMustBeProved() {
    String old = "int more(int x) { return p(x); } private int p(int x) { return m(x) * 2; } ";
    assertEquals(
        Outcome.REFACTORING_PROVED,
        moved(CALLS + old, CALLS_NEW + "int more(int x) { return B.k(x) * 2; } ", "", "", true));
    assertEquals(
        Outcome.NOT_PROVED,
        moved(CALLS + old, CALLS_NEW + "int more(int x) { return B.k(x) * 3; } ", "", "", true));
    assertEquals(
        Outcome.NOT_PROVED,
        moved(CALLS + old, CALLS_NEW + "int more(int x) { return x; } ", "", "", true));
  }

  @Test
  void oldCodeThatTheMovedMethodDrawsToItselfMustBeProved() {
    String overload = "static long k(long x) { return x; } ";
    for (String user :
        List.of(
            "long user() { return k(1); } ",
            "long user() { java.util.function.IntToLongFunction f = x -> k(x);"
                + " return f.applyAsLong(1); } ",
            "java.util.function.IntToLongFunction user() { return B::k; } ")) {
      assertEquals(
          Outcome.NOT_PROVED,
          moved(CALLS, CALLS_NEW, overload + user, overload + user, true),
          user);
    }
  }

  @Test
  void oldCodeThatCallsTheNameThroughCodeOfOneVersionMustBeProved() {
    String overload = "static long k(long x) { return x; } ";
    String user = "long user(int x) { return p(x); } private long p(int x) { return k(x); } ";
    assertEquals(
        Outcome.NOT_PROVED,
        moved(CALLS, CALLS_NEW, overload + user, overload + user.replace("p(", "renamed("), true));
    String extracted = "long h(long x) { return x; } ";
    String through = "long more(int x) { return p(x); } private long p(int x) { return h(x); } ";
    assertEquals(
        Outcome.NOT_PROVED,
        extraction(extracted + through, extracted + through.replace("p(", "renamed(")));
  }

  @Test
  void aMethodThatMovesBetweenClassesWithInitialisersIsProvedWhereNoOldCodeCallsItUninitialised() {
    String loud = "static { System.out.println(\"X\"); } ";
    String method = "static int m(int x) { return x + 1; } ";
    String user = "static Object u() { return new Object() { int r() { return m(3); } }; } ";
    String rest = "int o() { return OTHER; } ";
    String third = "class C { int c() { return A.m(4); } }";
    String before = "class A { " + loud + method + user + rest + "} class B { " + loud + "} THIRD";
    String after = "class A { " + loud + rest + "} class B { " + loud + method + user + "} THIRD";
    List<MethodId> both = List.of(id("m", "(I)I"), new MethodId("B", "m", "(I)I"));
    PairHints hints = new PairHints(List.of(), both, true);
    String old = before.replace("OTHER", "1");
    String now = after.replace("OTHER", "2");
    assertEquals(
        Outcome.REFACTORING_PROVED,
        outcome(old.replace("THIRD", ""), now.replace("THIRD", ""), hints));
    assertEquals(
        Outcome.NOT_PROVED,
        outcome(
            old.replace("THIRD", third), now.replace("THIRD", third.replace("A.", "B.")), hints));
    String reference = "class C { java.util.function.IntUnaryOperator c() { return A::m; } }";
    assertEquals(
        Outcome.NOT_PROVED,
        outcome(
            old.replace("THIRD", reference),
            now.replace("THIRD", reference.replace("A:", "B:")),
            hints));
  }

  private static MethodId id(String name, String descriptor) {
    return new MethodId("A", name, descriptor);
  }

  @Test
  void newCodeThatTheProofStepsIntoIsPartOfIt() {
    String before = MARK + BEFORE;
    String after =
        MARK
            + "class A { int get(int x) { return h(x); } private int h(int x) { return k(x); }"
            + " @Check int k(int x) { return x + 1; } int other() { return 2; } }";
    assertEquals(
        Outcome.NOT_PROVED, outcome(before, after, new PairHints(List.of(), EXTRACTION, true)));
  }

  @Test
  void aCallerOfAMethodThatStaysNeedsNoProof() {
    String old = "int more(int x) { return get(x); } ";
    assertEquals(
        Outcome.REFACTORING_PROVED, extraction(old, "int more(int x) { return get(x + 1); } "));
  }

  @Test
  void aMethodThatNobodyIsSeenToUseIsNotProved() {
    String dead = "private int dead() { return m(1); } ";
    String before = "class A { DEAD static int m(int x) { return 1; } int o() { return 1; } } ";
    String after = "class A { int o() { return 2; } } ";
    List<MethodId> both = List.of(new MethodId("A", "m", "(I)I"), new MethodId("B", "m", "(I)I"));
    assertEquals(
        Outcome.NOT_PROVED,
        outcome(
            before.replace("DEAD", dead) + "class B { }",
            after + "class B { static int m(int x) { return 2; } }",
            new PairHints(List.of(), both, true)));
    assertEquals(
        Outcome.NOT_PROVED,
        outcome(
            before.replace("DEAD", "") + "class B { }",
            after + "class B { static int m(int x) { return 2; } int c() { return m(1); } }",
            new PairHints(List.of(), both, true)));
    assertEquals(
        Outcome.NOT_PROVED,
        outcome(
            before.replace("DEAD", dead.replace("private", "")) + "class B { }",
            after + "class B { static int m(int x) { return 2; } }",
            new PairHints(List.of(), both, true)));
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
    CompiledVersion empty = new CompiledVersion(Map.of(), name -> null, Map.of());
    assertEquals(
        Outcome.NOT_SUPPORTED,
        new Prover().prove(empty, empty, PairHints.NONE, ProofBudget.DEFAULT).outcome());
  }

  @Test
  void aTypeThatIsMadeUpIsAnAssumption() {
    CompiledVersion version = Compiled.of(Map.of("A.java", "class A { B b; } class B { }"), 17);
    CompiledVersion stubbed =
        new CompiledVersion(
            version.classes(), version.world(), Set.of("B"), Map.of(), Map.of(), Map.of());
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
    CompiledVersion before = new CompiledVersion(without(old), name -> null, Map.of());
    CompiledVersion after = new CompiledVersion(without(now), name -> null, Map.of());
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
        new CompiledVersion(version.classes(), version.world(), Map.of("a.properties", "1"));
    assertEquals(
        Outcome.NOT_PROVED,
        new Prover().prove(version, other, PairHints.NONE, ProofBudget.DEFAULT).outcome());
  }
}
