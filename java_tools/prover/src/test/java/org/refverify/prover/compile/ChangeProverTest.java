package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.refverify.prover.compile.Trees.JAVA;
import static org.refverify.prover.compile.Trees.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.verdict.Condition;
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
  void aPrivateMethodThatDiffersAndHasNoCallIsNotProved() {
    String before = "class A { private int f(int x) { return x; } }";
    TextTree after = tree("A.java", before.replace("return x", "return x + 1"));

    assertEquals(Outcome.NOT_PROVED, proof(tree("A.java", before), after).outcome());
  }

  @Test
  void aPrivateMethodThatDiffersAndWhoseNameItsClassHandsOnIsNotProved() {
    String finder = "class Finder { static Object call(Object a, String name) { return name; } }";
    String before =
        "class A { private int g() { System.out.println(\"g\"); return 1; }"
            + " int f() { return g() + 1; } Object h() { return CALL; } }";
    String after = before.replace("return 1", "return 2").replace("g() + 1", "g()");
    String other = "Finder.call(this, \"h\")";
    String call = "Finder.call(this, \"g\")";

    assertEquals(Outcome.PROVED, proved(before, after, other, finder));
    assertEquals(Outcome.NOT_PROVED, proved(before, after, call, finder));
  }

  private Outcome proved(String before, String after, String call, String finder) {
    return proof(
            tree("A.java", before.replace("CALL", call), "Finder.java", finder),
            tree("A.java", after.replace("CALL", call), "Finder.java", finder))
        .outcome();
  }

  /** Unchanged code that finds a private method by its name, in any way. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "class B { Object f() throws Exception { return A.class.getDeclaredMethod(\"g\"); } }",
        "class B { Object f() { return lib.Finder.call(new A(), \"g\"); } }",
        "class B { Object f() { return Finder.call(new A(), \"#g\"); } }"
            + " class Finder { static Object call(Object a, String name) { return name; } }",
        "class B { @Source(\"g\") void f() {} } @interface Source { String value(); }",
      })
  void aPrivateMethodThatDiffersAndWhoseNameIsATextElsewhereIsNotProved(String unchanged) {
    String before = "class A { private int g() { return 1; } int f() { return g() + 1; } }";
    String after = before.replace("return 1", "return 2").replace(" + 1", "");

    assertEquals(
        Outcome.NOT_PROVED,
        proof(
                tree("A.java", before, "B.java", unchanged),
                tree("A.java", after, "B.java", unchanged))
            .outcome());
    String other = unchanged.replace("g\"", "h\"");
    assertEquals(
        Outcome.PROVED,
        proof(tree("A.java", before, "B.java", other), tree("A.java", after, "B.java", other))
            .outcome());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int other() { return missing; }",
        "int other() { return \"no int\"; }",
        "int other() { return ;;; ) }",
        "int f(int x) { return 7; }",
      })
  void aNewMethodThatDoesNotCompileIsNoProof(String member) {
    String wrong = AFTER.replace("final class A {", "final class A { " + member);
    String behind = AFTER.substring(0, AFTER.length() - 1) + member + " }";

    assertEquals(
        Outcome.UNRESOLVED, proof(tree("A.java", BEFORE), tree("A.java", behind)).outcome());
    assertFalse(proof(tree("A.java", BEFORE), tree("A.java", wrong)).outcome().isProof());
  }

  @Test
  void aNewMethodOfAMissingTypeIsNoProof() {
    String member = "int other(Absent x) { return x.size(); } }";
    String after = AFTER.substring(0, AFTER.length() - 1) + member;

    assertFalse(proof(tree("A.java", BEFORE), tree("A.java", after)).outcome().isProof());
  }

  @Test
  void aNewFileThatDoesNotCompileIsNoProof() {
    TextTree after = tree("A.java", AFTER, "B.java", "class B { int f() { return \"no int\"; } }");

    assertEquals(Outcome.UNRESOLVED, proof(tree("A.java", BEFORE), after).outcome());
  }

  @Test
  void errorsThatTheOldVersionHasTooAreNotTheChangesFault() {
    String elsewhere = " int old() { return absent.Thing.size(); } }";
    String before = BEFORE.substring(0, BEFORE.length() - 1) + elsewhere;
    String after = AFTER.substring(0, AFTER.length() - 1) + elsewhere;

    assertNotEquals(
        Outcome.NOT_PROVED, proof(tree("A.java", before), tree("A.java", after)).outcome());
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
  void aCallThatAMissingSupertypeHidesIsUnresolvedAndBlamesIt() {
    String types =
        "interface K { int k(); } abstract class A implements K, lib.Gone { }"
            + " class User { int f(A a) { K k = a; return CALL.k(); } }";
    Proof proof =
        proof(
            tree("A.java", types.replace("CALL", "k")), tree("A.java", types.replace("CALL", "a")));
    assertEquals(Outcome.UNRESOLVED, proof.outcome(), proof::toJson);
    String imported = "import lib.Gone; " + types.replace("lib.", "");
    proof =
        proof(
            tree("A.java", imported.replace("CALL", "k")),
            tree("A.java", imported.replace("CALL", "a")));
    assertEquals(Outcome.UNRESOLVED, proof.outcome(), proof::toJson);
    assertEquals("supertype lib/Gone is missing", proof.firstDifference().message());
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
  void whereNothingDiffersEverythingIsProved() {
    Proof proof = proof(tree("A.java", BEFORE), tree("A.java", BEFORE));
    assertEquals(Outcome.PROVED, proof.outcome());
    assertFalse(proof.assumptions().isEmpty());
    Map<String, byte[]> classes =
        Trees.version(tree("A.java", BEFORE), "A.java").compiled().classes();
    BuiltClasses built = new BuiltClasses(classes, JAVA, Map.of());
    assertEquals(Outcome.PROVED, prover.classes(built, built, Beliefs.NONE).outcome());
  }

  @Test
  void whereThereIsNothingAtAllNothingIsProved() {
    assertEquals(Outcome.NOT_SUPPORTED, proof(tree(), tree()).outcome());
    BuiltClasses none = new BuiltClasses(Map.of(), JAVA, Map.of());
    assertEquals(Outcome.NOT_SUPPORTED, prover.classes(none, none, Beliefs.NONE).outcome());
  }

  @Test
  void anotherFileIsStillLeftWhereNoClassDiffers() {
    Map<String, byte[]> classes =
        Trees.version(tree("A.java", BEFORE), "A.java").compiled().classes();
    assertNotEquals(
        Outcome.PROVED,
        prover
            .classes(
                new BuiltClasses(classes, JAVA, Map.of("x.xml", "1")),
                new BuiltClasses(classes, JAVA, Map.of("x.xml", "2")),
                Beliefs.NONE)
            .outcome());
  }

  @Test
  void theRefactoredMethodsDifferenceComesFirst() {
    String old = "class A { int a() { return 1; } int f(int x) { return x; } }";
    String now = "class A { int a() { return 2; } int f(int x) { return x + 1; } }";
    SourceMethod method = new SourceMethod("A", "f", List.of("int"));
    Proof proof =
        prover.sources(
            SourceChange.between(tree("A.java", old), tree("A.java", now)),
            JAVA,
            new Beliefs(List.of(), List.of(), List.of(method)));
    assertEquals("f(I)I", proof.firstDifference().before().method());
  }

  @Test
  void anAtSignInATextIsNoAnnotation() {
    for (String text : List.of("@.*", "@", "@.a", "@a.", "user@host")) {
      String member = " String s() { return \"" + text + "\"; } }";
      String before = BEFORE.substring(0, BEFORE.length() - 1) + member;
      String after = AFTER.substring(0, AFTER.length() - 1) + member;
      assertEquals(Outcome.PROVED, proof(tree("A.java", before), tree("A.java", after)).outcome());
    }
  }

  @Test
  void whatIsUnresolvedBesideAClearObstacleIsNotTheAnswer() {
    String unknown = " int old() { return absent.Thing.size(); }";
    String test = "@Deprecated public void t() { }";
    String before = "public class A {" + unknown + test + "}";
    String after = "public class A {" + unknown + "}";
    Proof proof = proof(tree("A.java", before), tree("A.java", after));
    assertEquals(Outcome.NOT_PROVED, proof.outcome(), proof::toJson);
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

  @Test
  void aTypeVariableKeepsItsNameInSources() {
    String text =
        "class A<T, B extends Appendable> { void put(T one, java.util.List<T> all, int n) {}"
            + " <E> void all(E[] many, B last) {} A(T one) {} class In { In(T one) {} } }";
    var version = Trees.version(tree("A.java", text), "A.java").compiled();
    SourceMethod put = new SourceMethod("A", "put", List.of("T", "List", "int"));
    assertEquals(
        "[A.put(Ljava/lang/Object;Ljava/util/List;I)V]", put.in(version).toList().toString());
    assertEquals(
        1, new SourceMethod("A", "put", List.of("Object", "List", "int")).in(version).count());
    assertEquals(0, new SourceMethod("A", "put", List.of("E", "List", "int")).in(version).count());
    assertEquals(0, new SourceMethod("A", "put", List.of("T", "T", "int")).in(version).count());
    List<String> many = List.of("E[]", "Appendable");
    assertEquals(1, new SourceMethod("A", "all", many).in(version).count());
    assertEquals(1, new SourceMethod("A", "<init>", List.of("T")).in(version).count());
    assertEquals(1, new SourceMethod("A$In", "<init>", List.of("T")).in(version).count());
  }

  @Test
  void whatWasAskedBeforeChangesNoAnswer() {
    String old =
        "class A { int a(int x) { return x + 1; } int b(int x) { return x + 2; } int c() { return"
            + " 1; } }";
    String now =
        "class A { int a(int x) { return h(x); } int b(int x) { return k(x + 1); } int c() { return"
            + " 2; } int h(int x) { return x + 1; } int k(int x) { return x + 2; } }";
    SourceChange change =
        SourceChange.between(
            tree("A.java", old, "B.java", "class B { int u(A a) { return a.a(1); } }"),
            tree("A.java", now, "B.java", "class B { int u(A a) { return a.a(1); } }"));
    List<SourceMethod> methods =
        List.of("a", "b", "h", "k").stream()
            .map(name -> new SourceMethod("A", name, List.of("int")))
            .toList();
    List<Beliefs> all =
        List.of(
            new Beliefs(List.of(), List.of(), List.of(methods.get(0), methods.get(2))),
            Beliefs.NONE,
            new Beliefs(List.of(methods.get(0)), List.of(methods.get(2)), List.of()),
            new Beliefs(List.of(), List.of(), List.of(methods.get(1), methods.get(3))),
            new Beliefs(List.of(), List.of(), List.of(methods.get(0), methods.get(2))));
    List<Outcome> outcomes = new ArrayList<>();
    for (Beliefs beliefs : all) {
      Proof again = prover.sources(change, JAVA, beliefs);
      Proof first = new ChangeProver(ProofBudget.DEFAULT).sources(change, JAVA, beliefs);
      assertEquals(first.toJson(), again.toJson());
      outcomes.add(again.outcome());
    }
    assertEquals(
        List.of(
            Outcome.REFACTORING_PROVED,
            Outcome.NOT_PROVED,
            Outcome.NOT_PROVED,
            Outcome.NOT_PROVED,
            Outcome.REFACTORING_PROVED),
        outcomes);
  }

  @Test
  void oldCodeMustBeProvedWhereANamedMethodIsNotFound() {
    String old = "class A { int a(int x) { return x + 1; } int b(int x) { return x + 1; } }";
    String now =
        "class A { int a(int x) { return h(x); } int b(int x) { return h(x + 1); }"
            + " private int h(int x) { return x + 1; } }";
    SourceChange change = SourceChange.between(tree("A.java", old), tree("A.java", now));
    SourceMethod a = new SourceMethod("A", "a", List.of("int"));
    SourceMethod h = new SourceMethod("A", "h", List.of("int"));
    SourceMethod unknown = new SourceMethod("A", "b", List.of("T"));
    assertEquals(
        Outcome.REFACTORING_PROVED,
        prover.sources(change, JAVA, new Beliefs(List.of(), List.of(), List.of(a, h))).outcome());
    assertEquals(
        Outcome.NOT_PROVED,
        prover
            .sources(change, JAVA, new Beliefs(List.of(), List.of(), List.of(a, h, unknown)))
            .outcome());
  }

  @Test
  void aNameThatIsWrittenWithAnEscapeIsFoundToo() {
    String old = "public class A { void m(Object o) { System.out.println(1); } }";
    String now = old.replace("} }", "} void m(String s) { System.out.println(2); } }");
    String user = "class User { void u(A a) { a.\\u006d(\"\"); } }";
    Proof proof =
        proof(tree("A.java", old, "User.java", user), tree("A.java", now, "User.java", user));
    assertEquals(Outcome.NOT_PROVED, proof.outcome());
    assertEquals("User.java", proof.firstDifference().before().path());
  }

  @Test
  void theInitialiserOfAnUnchangedFileIsSeenToo() {
    String loud = "class B { static Object x = new Object(); static { System.out.println(1); } }";
    String old = "class A { int f() { return 1; } }";
    for (String use : List.of("Object o = B.x;", "B.x = null;", "new B();", "Object o = C.y;")) {
      String now = old.replace("return", use + " return");
      String below = "class C extends B { static Object y = null; }";
      TextTree before = tree("A.java", old, "B.java", loud, "C.java", below);
      TextTree after = tree("A.java", now, "B.java", loud, "C.java", below);
      assertEquals(Outcome.NOT_PROVED, proof(before, after).outcome(), use);
      BuiltClasses builtBefore =
          new BuiltClasses(
              Trees.version(before, "A.java", "B.java", "C.java").compiled().classes(),
              JAVA,
              Map.of());
      BuiltClasses builtAfter =
          new BuiltClasses(
              Trees.version(after, "A.java", "B.java", "C.java").compiled().classes(),
              JAVA,
              Map.of());
      assertEquals(
          Outcome.NOT_PROVED, prover.classes(builtBefore, builtAfter, Beliefs.NONE).outcome(), use);
    }
  }

  @Test
  void anInitialiserThatBothVersionsRunAtTheSamePlaceIsNoObstacle() {
    String loud = "class B { static int x = 1; static { System.out.println(1); } }";
    String old = "class A { int f() { return B.x + 2; } }";
    String now = "class A { int f() { return h() + 2; } private int h() { return B.x; } }";
    assertEquals(
        Outcome.PROVED,
        proof(tree("A.java", old, "B.java", loud), tree("A.java", now, "B.java", loud)).outcome());
    String quiet = "class B { static int x = 1; }";
    String unused = old.replace("return", "int y = B.x; return");
    assertEquals(
        Outcome.PROVED,
        proof(tree("A.java", old, "B.java", quiet), tree("A.java", unused, "B.java", quiet))
            .outcome());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "List<TYPE> all() { return null; }",
        "List<TYPE> all;",
        "interface F { void f(List<TYPE> each); }",
        "void on(java.util.function.Consumer<TYPE> each) { }",
        "static abstract class S implements Comparable<TYPE> { }",
        "<T extends List<TYPE>> T get() { return null; }",
        "static abstract class S<T extends List<TYPE>> { }",
      })
  void typeArgumentsBindCodeThatNamesNothingThatWasChanged(String member) {
    String text = "import java.util.List; class A { " + member + " }";
    TextTree before = tree("A.java", text.replace("TYPE", "String"));
    TextTree after = tree("A.java", text.replace("TYPE", "Object"));
    assertEquals(Outcome.NOT_PROVED, proof(before, after).outcome());
  }

  @Test
  void typeArgumentsOfPrivateMembersAreTheFilesOwn() {
    String text =
        "import java.util.List; class A { private List<TYPE> all; private void on(List<TYPE> x) { }"
            + " }";
    assertEquals(
        Outcome.PROVED,
        proof(
                tree("A.java", text.replace("TYPE", "String")),
                tree("A.java", text.replace("TYPE", "Object")))
            .outcome());
  }

  /** If two modules have a class of one name, one of them is compiled; the other is text. */
  @Test
  void aClassThatAnotherModuleHasTooIsComparedByItsText() {
    String old = "package p; final class A { String f() { return \"Aa\"; } }";
    String extracted =
        "package p; final class A { String f() { return g(); }"
            + " private String g() { return \"Aa\"; } }";
    String hashedAlike = old.replace("Aa", "BB");
    assertEquals(old.hashCode(), hashedAlike.hashCode());

    assertEquals(Outcome.NOT_PROVED, twice("p/A.java", old, old, extracted, hashedAlike));
    assertEquals(Outcome.PROVED, twice("p/A.java", old, old, extracted, old));
  }

  @Test
  void aSecondClassOfAFileThatAnotherModuleHasTooIsComparedByItsText() {
    String helper = " class Helper { static int f() { return 1; } }";
    String one = "package p; class A { int f() { return Helper.f(); } }" + helper;
    String two = "package p; class B { int f() { return Helper.f(); } }" + helper;
    TextTree before = tree("m1/p/A.java", one, "m2/p/B.java", two);
    TextTree after =
        tree(
            "m1/p/A.java", one.replace("return 1", "int x = 1; return x"),
            "m2/p/B.java", two.replace("return 1", "return 2"));

    assertEquals(Outcome.NOT_PROVED, proof(before, after).outcome());
  }

  private Outcome twice(String path, String one, String two, String newOne, String newTwo) {
    String first = "m1/src/main/java/" + path;
    String second = "m2/src/main/java/" + path;
    return proof(tree(first, one, second, two), tree(first, newOne, second, newTwo)).outcome();
  }

  @Test
  void aRenamedClassMayGainANestedOne() {
    String user = "class A { static int get() { return new NAME().get(); } } ";
    String old = user + "class NAME { int x; int get() { return x + 1; } }";
    String now =
        user
            + "class NAME { int x; int get() { return In.f(x); }"
            + " static class In { static int f(int x) { return x + 1; } } }";
    TextTree before = tree("A.java", old.replace("NAME", "Old"));

    assertEquals(
        Outcome.PROVED, proof(before, tree("A.java", now.replace("NAME", "Neu"))).outcome());
  }

  /** Reads that the language requires and the compiler omits. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "static void work() { if (f && false) { } }",
        "static void work() { if (f) { } }",
        "static void work() { if (!f) ; else { { } } }",
        "static void work() { while (n + 1 > 2 & false) { } }",
        "static boolean work() { return false & f; }",
        "static boolean work() { return n == 3 || true; }",
        "static boolean work() { return !f && false ? true : false; }",
        "static boolean work() { return o == null && false; }",
        "static void work() { s.count(); }",
        "static int work() { return s.number; }",
        "static int work() { return s.ONE; }",
        "static Runnable work() { return (s)::count; }",
        "static volatile boolean v; static void work() { while (v && false) { } }",
        "volatile boolean v; boolean work() { return this.v & false; }",
        "static boolean g() { return f; } static void work() { assert g() || true; }",
      })
  void aReadThatIsDroppedByTheCompilerIsNoProof(String member) {
    String outer =
        "class A { static boolean f = start(); static int n; static Object o; static S s;"
            + " static boolean start() { System.out.println(1); return true; }"
            + " static class S { static int number; static final int ONE = 1;"
            + " static void count() { number++; } }"
            + " static class B { %s } }";
    String without = member;
    without = without.replace("if (f && false) { }", "");
    without = without.replace("if (f) { }", "").replace("if (!f) ; else { { } }", "");
    without = without.replace("this.v & false", "false");
    without = without.replace("while (n + 1 > 2 & false) { }", "");
    without = without.replace("false & f", "false");
    without = without.replace("n == 3 || true", "true");
    without = without.replace("!f && false ? true : false", "false");
    without = without.replace("o == null && false", "false");
    without = without.replace("s.ONE", "1").replace("s.", "S.").replace("(s)", "S");
    without = without.replace("while (v && false) { }", "");
    without = without.replace("assert g() || true;", "");
    assertNotEquals(member, without);

    Proof proof =
        proof(tree("A.java", outer.formatted(member)), tree("A.java", outer.formatted(without)));

    assertEquals(Outcome.NOT_PROVED, proof.outcome(), proof::toJson);
  }

  @Test
  void aReadOfTheOwnClassThatDecidesNothingIsNothing() {
    String text = "class A { static boolean f; static int work() { %sreturn 2; } }";

    assertEquals(
        Outcome.PROVED,
        proof(
                tree("A.java", text.formatted("if (f && false) { } ")),
                tree("A.java", text.formatted("")))
            .outcome());
  }

  /**
   * If the initialiser of the class waits for another thread, that thread would wait at the read.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "public void run() { %s }",
        "public void run() { Runnable r = () -> { %s System.out.println(this); }; r.run(); }",
        "public void run() { int n = 0; { %s } System.out.println(n); }",
      })
  void aReadOfTheOwnClassByAnObjectIsNotDropped(String member) {
    String text =
        "class A implements Runnable { static boolean f = true;"
            + " static { Thread t = new Thread(new A()); t.start();"
            + " try { t.join(400); } catch (InterruptedException e) { } } "
            + member
            + " }";

    Proof proof =
        proof(
            tree("A.java", text.formatted("if (f && false) { }")),
            tree("A.java", text.formatted("")));

    assertEquals(Outcome.NOT_PROVED, proof.outcome(), proof::toJson);
  }

  @Test
  void aChangedSourceThatNobodyReadsIsLeftOver() {
    SourceChange change =
        new SourceChange(
            tree("A.java", BEFORE),
            tree("A.java", AFTER),
            Set.of("A.java", "Link.java"),
            Map.of(),
            Map.of());

    Proof proof = prover.sources(change, JAVA, Beliefs.NONE);

    assertEquals(Outcome.NOT_PROVED, proof.outcome());
    assertEquals("Link.java", proof.residue().get(0).where());
  }

  @ParameterizedTest
  @ValueSource(strings = {"int get() { return 1; }", "int size = 1;"})
  void whatBecomesFinalIsNoProofWhereAnUnchangedFileChangesIt(String member) {
    String other = "class B extends A { int get() { return 2; } void set(A a) { a.size = 2; } }";
    String rest = "int twice() { return 2; } ";
    rest += member.contains("get") ? "int size;" : "int get() { return 3; }";
    TextTree before = tree("A.java", "class A { %s %s }".formatted(member, rest), "B.java", other);
    TextTree after =
        tree("A.java", "class A { final %s %s }".formatted(member, rest), "B.java", other);

    assertFalse(proof(before, after).outcome().isProof());
  }

  @Test
  void aSuperclassThatWasNotChangedMayShowTheNameOfARenamedClass() {
    String base = "class Base { public String toString() { return getClass().getName(); } }";
    TextTree before = tree("Base.java", base, "A.java", "class One extends Base { int x; }");
    TextTree after = tree("Base.java", base, "A.java", "class Two extends Base { int x; }");
    TextTree plain = tree("Base.java", base, "A.java", "class One { int x; }");
    TextTree renamed = tree("Base.java", base, "A.java", "class Two { int x; }");

    assertEquals(Outcome.NOT_PROVED, proof(before, after).outcome());
    assertEquals(Outcome.PROVED, proof(plain, renamed).outcome());
  }

  @Test
  void aLogHasTheNameOfItsClass() {
    String log = "class Log { static Log getLogger(Class<?> of) { return null; } }";
    String text = "class %1$s { static final Log LOG = Log.getLogger(%1$s.class); int x; }";
    TextTree before = tree("Log.java", log, "A.java", text.formatted("One"));
    TextTree after = tree("Log.java", log, "A.java", text.formatted("Two"));

    assertEquals(Outcome.NOT_PROVED, proof(before, after).outcome());
  }

  @Test
  void aBeanOfTheJdkIsFoundByItsName() {
    TextTree before = tree("A.java", "interface OneMBean { int x(); }");
    TextTree after = tree("A.java", "interface TwoMBean { int x(); }");

    assertEquals(Outcome.NOT_PROVED, proof(before, after).outcome());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class B extends A implements Iterable<String> {"
            + " public java.util.Iterator<String> iterator() { return null; } }",
        "class Outer { static class B extends p . A implements Iterable<String> {"
            + " public java.util.Iterator<String> iterator() { return null; } } }",
      })
  void aMethodThatNoLongerLetsAClassBelowCompileIsNoProof(String below) {
    String old = "package p; public class A { int x; }";
    String now = old.replace("x; }", "x; protected void forEach(" + CONSUMER + " c) { x++; } }");
    String user = "package p; " + below;

    assertFalse(
        proof(tree("p/A.java", old, "p/B.java", user), tree("p/A.java", now, "p/B.java", user))
            .outcome()
            .isProof());
  }

  private static final String CONSUMER = "java.util.function.Consumer<? super String>";

  @Test
  void anAbstractMethodThatAClassBelowLacksIsNoProof() {
    String old = "public abstract class A { }";
    String now = "public abstract class A { abstract int fresh(); }";
    String below = "class B extends A { }";

    assertFalse(
        proof(tree("A.java", old, "B.java", below), tree("A.java", now, "B.java", below))
            .outcome()
            .isProof());
  }

  @Test
  void anAbstractMethodThatALambdaLacksIsNoProof() {
    String old = "interface F { int a(); }";
    String now = "interface F { int a(); int b(); }";
    String lib = "class Lib { static int use(F f) { return f.a(); } }";
    String user = "class U { int u() { return Lib.use(() -> 1); } }";

    assertFalse(
        proof(
                tree("F.java", old, "Lib.java", lib, "U.java", user),
                tree("F.java", now, "Lib.java", lib, "U.java", user))
            .outcome()
            .isProof());
  }

  @Test
  void aPrivateConstantThatHidesAnInheritedFieldIsNoProof() {
    String old = "class A extends Z { int s() { return 7; } }";
    String now = "class A extends Z { private static final int X = 7; int s() { return X; } }";
    String above = "class Z { protected int X = 1; }";
    String below = "class B extends A { int get() { return X; } }";

    assertFalse(
        proof(
                tree("A.java", old, "Z.java", above, "B.java", below),
                tree("A.java", now, "Z.java", above, "B.java", below))
            .outcome()
            .isProof());
  }

  @Test
  void aStaticBlockWithoutCodeIsSeenInTheNumberOfAClassForStreams() {
    String old = "public class A implements java.io.Serializable { int x; static { } }";
    String now = old.replace("static { }", "");

    assertFalse(proof(tree("A.java", old), tree("A.java", now)).outcome().isProof());
  }

  @Test
  void aStaticBlockWithCodeIsCode() {
    String old = "final class A { static int x; static { x = 3; } int f() { return x + 1; } }";
    String now =
        old.replace("return x + 1; }", "return g(); } private static int g() { return x + 1; }");

    assertEquals(Outcome.PROVED, proof(tree("A.java", old), tree("A.java", now)).outcome());
  }

  @Test
  void aNewClassThatStandsBeforeOneOfALibraryIsNoProof(@TempDir Path folder) throws IOException {
    String user = "class U { void u() { Object o = new lib.Foo(1); System.out.println(o); } }";
    String foo =
        "package lib; public class Foo { public Foo(int x) { }"
            + " public String toString() { return NAME; } }";
    Map<String, byte[]> library =
        Trees.version(tree("lib/Foo.java", foo.replace("NAME", "\"library\"")), "lib/Foo.java")
            .compiled()
            .classes();
    Files.createDirectory(folder.resolve("lib"));
    Files.write(folder.resolve("lib/Foo.class"), library.get("lib/Foo"));
    TextTree before = tree("U.java", user);
    TextTree after = tree("U.java", user, "lib/Foo.java", foo.replace("NAME", "\"tree\""));

    try (Libraries libraries = new Libraries(List.of(folder), null)) {
      SourceChange change = SourceChange.between(before, after);
      assertFalse(prover.sources(change, libraries, Beliefs.NONE).outcome().isProof());
    }
  }

  @Test
  void aLibraryThatIsUsedForTheFirstTimeIsNamed(@TempDir Path folder) throws IOException {
    Map<String, byte[]> library =
        Trees.version(tree("lib/Foo.java", "package lib; public class Foo { }"), "lib/Foo.java")
            .compiled()
            .classes();
    List<Path> entries = List.of(folder.resolve("a/classes"), folder.resolve("b/classes"));
    for (Path entry : entries) {
      Files.createDirectories(entry.resolve("lib"));
    }
    Files.write(entries.get(1).resolve("lib/Foo.class"), library.get("lib/Foo"));
    String text = "class U { int x; %s }";
    SourceChange change =
        SourceChange.between(
            tree("U.java", text.formatted("")),
            tree("U.java", text.formatted("private static void g(lib.Foo foo) { }")));

    try (Libraries libraries = new Libraries(entries, null)) {
      assertEquals(
          List.of("uses, for the first time, classes (entry 2 of the class path)"),
          prover.sources(change, libraries, Beliefs.NONE).conditions().stream()
              .map(Condition::why)
              .toList());
    }
  }

  private static final String TWIN =
      "package p; public final class Foo { public static int one() { return ONE; }"
          + " public static int uno() { return 1; } int z() { return Z; } }";
  private static final String USER = "package p; final class U { int x() { return Foo.CALL(); } }";

  private static TextTree modules(String z, String other, String call) {
    return tree(
        "m1/src/main/java/p/Foo.java",
        TWIN.replace("ONE", "uno()").replace("Z", z),
        "m2/src/main/java/p/Foo.java",
        TWIN.replace("ONE", other).replace("Z", "2"),
        "m2/src/main/java/p/U.java",
        USER.replace("CALL", call));
  }

  @Test
  void codeOfAModuleIsNotProvedAgainstTheClassOfAnotherOne() {
    assertEquals(
        Outcome.UNRESOLVED,
        proof(modules("1 + 1", "2", "one"), modules("2", "2", "uno")).outcome());
  }

  @Test
  void codeOfAModuleIsProvedAgainstItsOwnClass() {
    TextTree before = modules("2", "uno()", "one");
    String user =
        "package p; final class U { int x() { return y(); }"
            + " private int y() { return Foo.one(); } }";
    Map<String, String> texts = new HashMap<>(before.texts());
    texts.put("m2/src/main/java/p/U.java", user);

    assertEquals(Outcome.PROVED, proof(before, new TextTree(texts)).outcome());
  }

  @Test
  void codeThatIsNestedTooDeeplyIsUnresolved() {
    String deep = "{".repeat(30_000) + "}".repeat(30_000);
    String old = "class A { int f() { " + deep + " return 1; } }";
    TextTree after = tree("A.java", old.replace("1", "2"));

    assertEquals(Outcome.UNRESOLVED, proof(tree("A.java", old), after).outcome());
    assertEquals(Outcome.PROVED, proof(tree("A.java", BEFORE), tree("A.java", AFTER)).outcome());
  }
}
