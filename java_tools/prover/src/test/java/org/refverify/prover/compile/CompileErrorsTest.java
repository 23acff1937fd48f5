package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.prover.compile.Trees.JAVA;
import static org.refverify.prover.compile.Trees.tree;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.verdict.CompileError;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;

/** Why the new version does not compile, and what could explain it. */
class CompileErrorsTest {
  private static final String LIBRARY = "import lib.Log;";

  /** A method of a library type that is absent, which does not compile in either version. */
  private static final String BESIDE = " void log(Log log) { log.info(\"x\"); } ";

  private static Proof proof(TextTree before, TextTree after) {
    SourceChange change = SourceChange.between(before, after);
    return new ChangeProver(ProofBudget.DEFAULT).sources(change, JAVA, Beliefs.NONE);
  }

  private static List<CompileError> brought(Proof proof) {
    return proof.compileErrors().stream().filter(CompileError::isNew).toList();
  }

  private static void assertNotProved(Proof proof) {
    assertFalse(proof.outcome().isProof(), proof::toJson);
  }

  // ------------------------------------------------------------------ certain errors

  private static Arguments pair(String name, String old, String now) {
    return Arguments.of(name, old, now);
  }

  /** Bodies of a class C: each compiles before the change and not after it. */
  static Stream<Arguments> certain() {
    return Stream.of(
        pair(
            "a call of what was renamed",
            "void a() {} void b() { a(); }",
            "void c() {} void b() { a(); }"),
        pair("a field that is gone", "int f; int b() { return f; }", "int b() { return f; }"),
        pair(
            "a variable that was not handed on",
            "int b(int x) { int y = x; return y; }",
            "int b(int x) { return c(); } int c() { return x; }"),
        pair(
            "an exception that is not declared",
            "int a(java.io.Reader in) throws java.io.IOException { return in.read(); }",
            "int a(java.io.Reader in) throws java.io.IOException { return b(in); }"
                + " int b(java.io.Reader in) { return in.read(); }"),
        pair(
            "an exception of the tree's own",
            "static class E extends Exception {} void a() throws E { throw new E(); }",
            "static class E extends Exception {} void a() throws E { b(); } void b() { throw new"
                + " E(); }"),
        pair(
            "an exception in a lambda",
            "void t() throws java.io.IOException {} void a() throws java.io.IOException { t(); }",
            "void t() throws java.io.IOException {} void a() { Runnable r = () -> t(); r.run(); }"),
        pair(
            "a catch of what is not thrown",
            "void t() throws java.io.IOException {} void a() { try { t(); } catch"
                + " (java.io.IOException e) { } }",
            "void t() { } void a() { try { t(); } catch (java.io.IOException e) { } }"),
        pair(
            "super in a static method",
            "int a() { return super.hashCode(); }",
            "static int a() { return super.hashCode(); }"),
        pair(
            "this in a static method",
            "int f; int a() { return this.f; }",
            "int f; static int a() { return this.f; }"),
        pair(
            "a field in a static method",
            "int f; int a() { return f; }",
            "int f; static int a() { return f; }"),
        pair(
            "a method in a static method",
            "int f() { return 1; } int a() { return f(); }",
            "int f() { return 1; } static int a() { return f(); }"),
        pair(
            "a missing return",
            "int a(int x) { if (x > 0) { return 1; } return 2; }",
            "int a(int x) { if (x > 0) { return 1; } }"),
        pair(
            "an exception in a constructor after an initialiser",
            "int f; { f = 1; } static void t() throws java.io.IOException {}"
                + " C() throws java.io.IOException { t(); }",
            "int f; { f = 1; } static void t() throws java.io.IOException {} C() { t(); }"),
        pair(
            "an exception in an initialiser",
            "static void t() throws java.io.IOException {} C() throws java.io.IOException { t(); }",
            "static void t() throws java.io.IOException {} { t(); } C() { }"),
        pair(
            "an exception in an initialiser of the class",
            "static void t() throws java.io.IOException {} static { }",
            "static void t() throws java.io.IOException {} static { t(); }"),
        pair(
            "an exception in the value of a field",
            "static int t() throws java.io.IOException { return 1; } int f;",
            "static int t() throws java.io.IOException { return 1; } int f = t();"),
        pair(
            "a final field without a value after an initialiser",
            "final int f; int g; { g = 1; } C() { f = 1; }",
            "final int f; int g; { g = 1; } C() { }"),
        pair(
            "a final field of the class without a value",
            "static final int F; static { F = 1; }",
            "static final int F; static { }"),
        pair(
            "an initialiser that sets what a constructor sets",
            "final int f; { } C() { f = 1; }",
            "final int f; { f = 2; } C() { f = 1; }"),
        pair("unreachable code", "int a(int x) { return x; }", "int a(int x) { return x; x++; }"),
        pair(
            "a local variable without a value",
            "int a() { int x = 1; return x; }",
            "int a() { int x; return x; }"),
        pair(
            "a final field without a value", "final int f; C() { f = 1; }", "final int f; C() { }"),
        pair(
            "a final field that is written",
            "int f = 1; void a() { f = 2; }",
            "final int f = 1; void a() { f = 2; }"),
        pair(
            "a method that stands twice",
            "void a(int x) { } void b(int x) { }",
            "void a(int x) { } void a(int x) { }"),
        pair(
            "a variable that stands twice",
            "int a() { int x = 1; return x; }",
            "int a() { int x = 1; int x = 2; return x; }"),
        pair(
            "a captured variable that changes",
            "int a(int x) { x++; return x; }",
            "int a(int x) { x++; java.util.function.IntSupplier s = () -> x; return x; }"),
        pair(
            "two methods of one erasure",
            "void a(java.util.List<String> x) { } void b(java.util.List<Integer> x) { }",
            "void a(java.util.List<String> x) { } void a(java.util.List<Integer> x) { }"),
        pair(
            "a narrower return type",
            "static class D { long a() { return 1; } } static class E extends D { int b() { return"
                + " 1; } }",
            "static class D { long a() { return 1; } } static class E extends D { int a() { return"
                + " 1; } }"),
        pair(
            "less visible than above",
            "static class D { protected int a() { return 1; } } static class E extends D { private"
                + " int b() { return 1; } }",
            "static class D { protected int a() { return 1; } } static class E extends D { private"
                + " int a() { return 1; } }"),
        pair(
            "a wider exception than above",
            "static class D { void a() { } } static class E extends D { void b() throws Exception"
                + " { } }",
            "static class D { void a() { } } static class E extends D { void a() throws Exception"
                + " { } }"),
        pair(
            "static over an object's method",
            "static class D { void a() { } } static class E extends D { static void b() { } }",
            "static class D { void a() { } } static class E extends D { static void a() { } }"),
        pair(
            "an override of a final method",
            "static class D { void a() { } } static class E extends D { void a() { } }",
            "static class D { final void a() { } } static class E extends D { void a() { } }"),
        pair(
            "an abstract method without code",
            "interface I { void a(); } static class E implements I { public void a() { } }",
            "interface I { void b(); } static class E implements I { public void a() { } }"),
        pair(
            "a comparison that was renamed",
            "static class E implements Comparable<E> { public int compareTo(E o) { return 0; } }",
            "static class E implements Comparable<E> { public int compare(E o) { return 0; } }"),
        pair(
            "a run that was renamed, in a lambda's place",
            "static class E implements Runnable { @Override public void run() { } }",
            "static class E implements Runnable { @Override public void go() { } }"),
        pair(
            "a class that a sealed one does not permit",
            "sealed interface S permits A, B { } static final class A implements S { } static final"
                + " class B implements S { }",
            "sealed interface S permits A { } static final class A implements S { } static final"
                + " class B implements S { }"),
        pair(
            "a permitted class without a modifier",
            "sealed interface S permits A { } static final class A implements S { }",
            "sealed interface S permits A { } static class A implements S { }"),
        pair(
            "a type mismatch",
            "long f() { return 1; } long a() { long x = f(); return x; }",
            "long f() { return 1; } long a() { int x = f(); return x; }"),
        pair(
            "too few arguments",
            "void f(int x) { } void a() { f(1); }",
            "void f(int x, int y) { } void a() { f(1); }"),
        pair(
            "a break without a loop",
            "void a() { while (true) { break; } }",
            "void a() { b(); } void b() { break; }"),
        pair(
            "an override of nothing",
            "static class D { void a() { } } static class E extends D { @Override void a() { } }",
            "static class D { void a() { } } static class E extends D { @Override void b() { } }"),
        pair(
            "a reference to what was renamed",
            "boolean a(int x) { return x > 0; } java.util.function.IntPredicate b() { return"
                + " this::a; }",
            "boolean c(int x) { return x > 0; } java.util.function.IntPredicate b() { return"
                + " this::a; }"),
        pair(
            "a record's accessor that is hidden",
            "record R(int x) { public int x() { return x; } }",
            "record R(int x) { int x() { return x; } }"),
        pair(
            "code of an anonymous class",
            "int f; Runnable a() { return new Runnable() { public void run() { f++; } }; }",
            "int f; static Runnable a() { return new Runnable() { public void run() { f++; } };"
                + " }"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("certain")
  void anErrorIsCertainWhereAllThatItNamesIsKnown(String name, String old, String now) {
    Proof proof = proof(tree("p/C.java", one(old)), tree("p/C.java", one(now)));

    assertEquals(Outcome.UNRESOLVED, proof.outcome(), proof::toJson);
    assertTrue(brought(proof).stream().anyMatch(CompileError::certain), proof::toJson);
    assertEquals("p/C.java", brought(proof).get(0).file());
    assertEquals(2, brought(proof).get(0).line());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("certain")
  void anAbsentLibraryOfAnotherMethodExplainsNothing(String name, String old, String now) {
    TextTree before = tree("p/C.java", one(LIBRARY, BESIDE + old));
    TextTree after = tree("p/C.java", one(LIBRARY, BESIDE + now));

    Proof proof = proof(before, after);

    assertNotProved(proof);
    assertTrue(brought(proof).stream().anyMatch(CompileError::certain), proof::toJson);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("certain")
  void aFieldOfAnAbsentLibraryExplainsNothing(String name, String old, String now) {
    String logger = " static final Log LOG = Log.of(\"x\"); Log log = Log.of(\"y\"); ";
    TextTree before = tree("p/C.java", one(LIBRARY, logger + old));
    TextTree after = tree("p/C.java", one(LIBRARY, logger + now));

    Proof proof = proof(before, after);

    assertNotProved(proof);
    assertTrue(brought(proof).stream().anyMatch(CompileError::certain), proof::toJson);
  }

  @Test
  void whatIsRightBesideAFieldOfAnAbsentLibraryHasNoNewError() {
    String old =
        "Log log = Log.of(1); final int f; final int g = 2; C() { f = 1; } { }"
            + " final int i; { log.info(i = 1); } static final int S; static { S = Log.size(); }"
            + " static final int T; static { Log.info(1); T = Log.of(2).size(); }"
            + " static class D { final int h; D(int x) { h = x; } int a() { return h; } }"
            + " int a() throws Exception { Runnable r = () -> {}; if (f > 1) throw new"
            + " Exception(); return g; }";
    String now = old.replace("return g;", "return b(); } int b() { return g;");

    assertEquals(
        List.of(),
        brought(proof(tree("p/C.java", one(LIBRARY, old)), tree("p/C.java", one(LIBRARY, now)))));
  }

  /** Bodies of a class C with a variable that is not declared anywhere. */
  static Stream<Arguments> misspelt() {
    return Stream.of(
        Arguments.of("beside the platform", "int a(String text) { return text.length() + txet; }"),
        Arguments.of("before a dot", "int a(String text) { return txet.trim().length(); }"),
        Arguments.of("handed to a library", "void a(Log log, String text) { log.info(txet); }"),
        Arguments.of("beside a library", "int a(Log log) { return log.size() + txet; }"),
        Arguments.of("in a lambda", "void a(Log log) { Runnable r = () -> log.info(txet); }"),
        Arguments.of(
            "where types are inferred",
            "Object a(java.util.List<String> x) { return x.stream().map(y -> txet).toList(); }"),
        Arguments.of("in the value of a field", "int f = \"x\".length() + txet;"),
        Arguments.of("in an initialiser", "int f; { f = Log.size() + txet; }"),
        Arguments.of("that is written", "void a(String text) { txet = text.trim(); }"),
        Arguments.of(
            "in a method beside one that declares it",
            "int a(Log log) { return log.size() + txet; } int b(int txet) { return txet; }"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("misspelt")
  void aVariableThatIsNowhereDeclaredIsACertainError(String name, String now) {
    String old = BESIDE + "int f;";

    Proof proof = proof(tree("p/C.java", one(LIBRARY, old)), tree("p/C.java", one(LIBRARY, now)));

    assertNotProved(proof);
    assertTrue(brought(proof).stream().anyMatch(CompileError::certain), proof::toJson);
  }

  private static String one(String body) {
    return one("", body);
  }

  private static String one(String imports, String body) {
    return "package p; " + imports + "\npublic class C { " + body + " }\n";
  }

  // ------------------------------------------------------------------ errors that may be explained

  /** Whole files of a class C. */
  static Stream<Arguments> doubted() {
    return Stream.of(
        pair(
            "a getter that Lombok may make",
            "package p; import lombok.Data; @Data class C { int f; int a() { return f; } }",
            "package p; import lombok.Data; @Data class C { int f; int a() { return getF(); } }"),
        pair(
            "a getter of a field's own annotation",
            "package p; class C { @lombok.Getter int f; int a() { return f; } }",
            "package p; class C { @lombok.Getter int f; int a() { return this.getF(); } }"),
        pair(
            "a logger that Lombok may make",
            "package p; @lombok.extern.slf4j.Slf4j class C { void a() { } }",
            "package p; @lombok.extern.slf4j.Slf4j class C { void a() { log.info(\"x\"); } }"),
        pair(
            "an exception that Lombok may hide",
            "package p; class C { void a() { } void t() throws Exception { } }",
            "package p; class C { @lombok.SneakyThrows void a() { t(); } void t() throws Exception"
                + " { } }"),
        pair(
            "a final field that Lombok may set",
            "package p; @lombok.RequiredArgsConstructor class C { int f; }",
            "package p; @lombok.RequiredArgsConstructor class C { final int f; }"),
        pair(
            "a member of an unknown superclass",
            "package p; class C extends lib.Base { void a() { } }",
            "package p; class C extends lib.Base { void a() { b(); } }"),
        pair(
            "an abstract method of an unknown superclass",
            "package p; interface I { } class C extends lib.Base implements I { }",
            "package p; interface I { void b(); } class C extends lib.Base implements I { }"),
        pair(
            "a generated class of the same package",
            "package p; class C { int a() { return 1; } }",
            "package p; class C { int a() { return C_.one(); } }"),
        pair(
            "a generated supertype",
            "package p; class C { int a() { return 1; } }",
            "package p; class C extends CBase { int a() { return b(); } }"),
        pair(
            "a class of a package that is written out",
            "package p; class C { Object a() { return null; } }",
            "package p; class C { Object a() { return com.lib.Tool.make(); } }"),
        pair(
            "a method that is imported from somewhere",
            "package p; import static lib.Tool.*; class C { int a() { return 1; } }",
            "package p; import static lib.Tool.*; class C { int a() { return one(); } }"),
        pair(
            "a method that is imported by its name",
            "package p; class C { int a() { return 1; } }",
            "package p; import static lib.Tool.one; class C { int a() { return one(); } }"),
        pair(
            "an argument of an unknown type",
            "package p; import lib.Log; class C { void f(int x) { } void a(Log x) { f(1); } }",
            "package p; import lib.Log; class C { void f(int x) { } void a(Log x) { f(x); } }"),
        pair(
            "an unknown exception",
            "package p; import lib.Bad; class C { void t() { } void a() { t(); } }",
            "package p; import lib.Bad; class C { void t() throws Bad { } void a() { try { t(); }"
                + " catch (RuntimeException e) { } catch (Bad e) { } } }"),
        pair(
            "a constant of a library's class",
            "package p; import lib.Names; class C { Object a() { return Names.class; } }",
            "package p; import lib.Names; class C { Object a() { return Names.ONE.toString(); } }"),
        pair(
            "a variable of a library's class",
            "package p; import lib.Names; class C { void a(Names x) { } }",
            "package p; import lib.Names; class C { void a(Names x) { int y = x.one; } }"),
        pair(
            "a method of a newer platform",
            "package p; class C { void a(String x) { } }",
            "package p; class C { void a(String x) { x.freshlyMade(); } }"),
        pair(
            "a constant of an unknown interface",
            "package p; class C implements lib.Names { int a(String x) { return x.length(); } }",
            "package p; class C implements lib.Names { int a(String x) { return x.length() + one; }"
                + " }"),
        pair(
            "a field that an anonymous class inherits",
            "package p; class C { Object a() { return new lib.Base() { }; } }",
            "package p; class C { Object a() { return new lib.Base() { int b(String x) { return"
                + " x.length() + size; } }; } }"),
        pair(
            "a constant of an unknown enum in a switch",
            "package p; class C { int a(lib.Kind x) { return 1; } }",
            "package p; class C { int a(lib.Kind x) { switch (x) { case one: return 2; default:"
                + " return 1; } } }"),
        pair(
            "a component of an unknown record",
            "package p; class C { int a(Object o) { return 1; } }",
            "package p; class C { int a(Object o) { return o instanceof lib.Pair(var one, var two)"
                + " ? one.hashCode() : 1; } }"),
        pair(
            "a constant that is imported from somewhere",
            "package p; import static lib.Tool.*; class C { int a(String x) { return 1; } }",
            "package p; import static lib.Tool.*; class C { int a(String x) { return x.length() +"
                + " one; } }"),
        pair(
            "a constant that is imported by its name",
            "package p; class C { int a(String x) { return 1; } }",
            "package p; import static lib.Tool.one; class C { int a(String x) { return x.length() +"
                + " one; } }"),
        pair(
            "a logger beside the platform that Lombok may make",
            "package p; @lombok.extern.slf4j.Slf4j class C { void a(String x) { } }",
            "package p; @lombok.extern.slf4j.Slf4j class C { void a(String x) { log.info(x.trim());"
                + " } }"),
        pair(
            "a package that begins with a small letter",
            "package p; class C { int a(String x) { return 1; } }",
            "package p; class C { int a(String x) { return x.length() + lib.Tool.one; } }"),
        pair(
            "a text of a newer language",
            "package p; class C { int a() { return 1; } }",
            "package p; class C { int a() { return 1 <|> 2; } }"),
        pair(
            "a name of an older language",
            "package p; class C { int a() { return 1; } }",
            "package p; class C { int enum = 1; int a() { return enum; } }"),
        pair(
            "a class below itself",
            "package p; class D { } class C { }",
            "package p; class D extends C { } class C extends D { }"),
        pair(
            "an inferred type",
            "package p; import java.util.*; class C { List<Integer> a(List<String> x) { return"
                + " null; } }",
            "package p; import java.util.*; class C { List<Integer> a(List<String> x) { return"
                + " x.stream().map(y -> y).toList(); } }"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("doubted")
  void anErrorIsDoubtedWhereSomethingAbsentCouldExplainIt(String name, String old, String now) {
    Proof proof = proof(tree("p/C.java", old), tree("p/C.java", now));

    assertNotProved(proof);
    assertEquals(
        List.of(), brought(proof).stream().filter(CompileError::certain).toList(), proof::toJson);
    assertTrue(brought(proof).stream().noneMatch(each -> each.doubt().isEmpty()), proof::toJson);
  }

  /** Uses of members that Lombok may generate for a class in another file. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Object o(D d) { return new D(1); }",
        "Object o(D d) { return new D(1) { }; }",
        "Object o(D d) { return d.getF(); }",
        "Object o(D d) { Object x = d.getF(); return x; }",
        "void o(D d) { for (int i = d.getF(); i < 1; i++) { } }",
        "void o(D d) { class L { int m = d.getF(); } }",
        "Object m = new D(\"\").getF();",
        "Object o(D d) { return d.e.getF(); }",
        "Object o(D d) { return d.e().getF(); }",
        "Object o(D d) { return d.made; }",
        "Object o(D d) { return d.e.made; }",
        "Object o(D d) { return d.e().made; }",
        "Object o(D d) { return D.made; }",
        "Object o(D d) { return D.builder(); }",
        "java.util.function.Supplier<Object> o(D d) { return d::getF; }",
        "static class X extends D { X() { super(1); } }",
        "static class X extends D { X() { super(); } Object o() { return made; } }",
        "static class X extends D { @Override public int getF() { return 1; } }",
        "enum N { A(1); @lombok.Getter int f; }",
      })
  void aMemberOfAProcessedClassIsDoubted(String body) {
    String processed =
        "package p; @lombok.Value class D { int f; D e; D e() { return e; } D(String s) { } D() { }"
            + " }";
    String old = "package p; class C { int a; }";
    TextTree before = tree("p/D.java", processed, "p/C.java", old);
    TextTree after = tree("p/D.java", processed, "p/C.java", old.replace("int a;", body));

    Proof proof = proof(before, after);

    assertTrue(brought(proof).stream().noneMatch(CompileError::certain), proof::toJson);
  }

  @Test
  void whatNeedNotBePartOfTheProgramIsDoubted() {
    String old = "package p; class C { int a() { return 1; } }";
    String now = "package p; class C { int a() { } }";
    for (String path : List.of("src/test/resources/p/C.java", "templates/C.java")) {
      List<CompileError> found = brought(proof(tree(path, old), tree(path, now)));
      assertEquals(List.of(ErrorDoubts.PLACE), found.stream().map(CompileError::doubt).toList());
    }
  }

  @Test
  void aTwinOfAClassInAnotherModuleIsDoubted() {
    String twin = "package p; public class D { public void a() { } }";
    String other = "package p; public class D { public void b() { } }";
    String old = "package p; class C { void c(D d) { } }";
    String now = "package p; class C { void c(D d) { d.b(); } }";
    TextTree before = tree("m/p/D.java", twin, "n/p/D.java", other, "n/q/C.java", old);
    TextTree after = tree("m/p/D.java", twin, "n/p/D.java", other, "n/q/C.java", now);

    assertTrue(brought(proof(before, after)).stream().noneMatch(CompileError::certain));
  }

  // ------------------------------------------------------------------ what is no news

  @Test
  void whatBothVersionsHaveIsNoNewError() {
    String old = "package p; class C {\n void a(lib.Log x) { x.info(); } }";
    String now =
        "package p; class C {\n void a(lib.Log x) { b(x); }\n void b(lib.Log x) {"
            + " x.info(); } }";
    Proof proof = proof(tree("p/C.java", old), tree("p/C.java", now));

    assertEquals(List.of("both"), sides(proof), proof::toJson);
  }

  @Test
  void anotherUseOfWhatIsAbsentIsNoNewError() {
    String old = "package p; class C {\n void a(lib.Log x) { x.info(1); } }";
    String now =
        "package p; class C {\n void a(lib.Log x) { b(x); }\n void b(Object x) { info(x); } }";
    Proof proof = proof(tree("p/C.java", old), tree("p/C.java", old.replace("(1)", "(1, 2)")));

    assertEquals(List.of(), brought(proof), proof::toJson);
    assertEquals(1, brought(proof(tree("p/C.java", old), tree("p/C.java", now))).size());
  }

  @Test
  void whatTheOldVersionAloneHasIsSaidOfIt() {
    String old = "package p; class C {\n int a() { } }";
    String now = "package p; class C {\n int a() { return 1; } }";
    Proof proof = proof(tree("p/C.java", old), tree("p/C.java", now));

    assertEquals(List.of("old"), sides(proof), proof::toJson);
    assertEquals(2, proof.compileErrors().get(0).line());
  }

  @Test
  void anErrorOfTheKindThatTheOldVersionHasLeavesADoubt() {
    String old = "package p; class C { int a() { } int b(int x) { return x; } }";
    String now = "package p; class D { int a() { } int b(int x) { return x; } }";
    Proof proof =
        proof(
            tree("p/C.java", old + " class X { int y = z; }"),
            tree("p/C.java", now + " class X { int y = w; }"));

    assertTrue(brought(proof).stream().noneMatch(CompileError::certain), proof::toJson);
    assertNotEquals(List.of(), brought(proof));
  }

  private static List<String> sides(Proof proof) {
    return proof.compileErrors().stream().map(each -> each.side().word()).distinct().toList();
  }

  @Test
  void whatCompilesHasNoErrors() {
    String old = "package p; record C(int x) { int a() { return x; } }";
    String now = "package p; record C(int x) { int a() { return b(); } int b() { return x; } }";
    Proof proof = proof(tree("p/C.java", old), tree("p/C.java", now));

    assertEquals(Outcome.PROVED, proof.outcome(), proof::toJson);
    assertEquals(List.of(), proof.compileErrors());
  }

  @Test
  void theTextOfAPackageOrModuleIsNoClass() {
    String info = "@lib.Checked package p;";
    TextTree before = tree("p/package-info.java", info, "module-info.java", "module m { }");
    TextTree after =
        tree(
            "p/package-info.java",
            "/** P. */ " + info,
            "module-info.java",
            "module m { requires lib; }");

    assertEquals(List.of(), brought(proof(before, after)));
  }

  // ------------------------------------------------------------------ unchanged files

  private static Proof elsewhere(String old, String now, String unchanged) {
    return proof(
        tree("p/A.java", "package p; " + old, "p/U.java", "package p;\n" + unchanged),
        tree("p/A.java", "package p; " + now, "p/U.java", "package p;\n" + unchanged));
  }

  static Stream<Arguments> elsewhere() {
    return Stream.of(
        Arguments.of(
            "class A { void a() { } }",
            "class A { void b() { } }",
            "class U { void u(A x) { x.a(); } }"),
        Arguments.of(
            "class A { void a() { } }",
            "class A { private void a() { } }",
            "class U { void u(A x) { x.a(); } }"),
        Arguments.of(
            "class A { void a() { } }",
            "class A { final void a() { } }",
            "class U extends A { void a() { } }"),
        Arguments.of(
            "class A { void a() { } }",
            "class A { long a() { return 1; } }",
            "class U extends A { void a() { } }"),
        Arguments.of(
            "class A { void a() { } }",
            "class A { void a() throws Exception { } }",
            "class U { void u(A x) { x.a(); } }"),
        Arguments.of(
            "abstract class A { }",
            "abstract class A { abstract void a(); }",
            "class U extends A { }"),
        Arguments.of(
            "class A { boolean a(int x) { return x > 0; } }",
            "class A { private boolean a(int x) { return x > 0; } }",
            "class U { boolean u(java.util.stream.IntStream s, A x) { return s.anyMatch(x::a); }"
                + " }"),
        Arguments.of(
            "class A { int f; }",
            "class A { private int f; }",
            "class U { int u(A x) { return x.f; } }"),
        Arguments.of(
            "class A { int f; }", "class A { int g; }", "class U { int u(A x) { return x.f; } }"),
        Arguments.of("class A { }", "final class A { }", "class U extends A { }"),
        Arguments.of(
            "class A { }", "abstract class A { }", "class U { A u() { return new A(); } }"),
        Arguments.of(
            "class A { A() { } }",
            "class A { A(int x) { } }",
            "class U { A u() { return new A(); } }"),
        Arguments.of(
            "sealed interface A permits U, A.B { final class B implements A { } }",
            "sealed interface A permits A.B { final class B implements A { } }",
            "final class U implements A { }"),
        Arguments.of(
            "class A implements Runnable { public void run() { } }",
            "class A { public void run() { } }",
            "class U { Runnable u(A x) { return x; } }"),
        Arguments.of(
            "class A { int a() { return 1; } }",
            "class A { long a() { return 1; } }",
            "class U { void u(A x) { int y = x.a(); } }"));
  }

  @ParameterizedTest
  @MethodSource("elsewhere")
  void anUnchangedFileThatCompilesNoMoreIsNamed(String old, String now, String unchanged) {
    Proof proof = elsewhere(old, now, unchanged);

    assertNotProved(proof);
    assertTrue(
        brought(proof).stream()
            .anyMatch(each -> each.certain() && each.file().equals("p/U.java") && each.line() == 2),
        proof::toJson);
  }

  @Test
  void anImportOfWhatIsGoneIsNamed() {
    String user = "package q;\nimport p.A;\nclass U { A a; }";
    TextTree before = tree("p/A.java", "package p; public class A { }", "q/U.java", user);
    TextTree after = tree("r/A.java", "package r; public class A { }", "q/U.java", user);

    Proof proof = proof(before, after);

    assertNotProved(proof);
    assertEquals(
        List.of("The import p.A cannot be resolved"),
        brought(proof).stream().map(CompileError::message).toList());
    assertEquals(2, brought(proof).get(0).line());
  }

  @Test
  void anImportOfALibraryIsNone() {
    String old = "package p; class A { int a() { return 1; } }";
    String now =
        "package p; import lib.Log; class A { int a() { return b(); } int b() { return 1; } }";

    assertEquals(List.of(), brought(proof(tree("p/A.java", old), tree("p/A.java", now))));
  }
}
