package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.prover.compile.Trees.JAVA;
import static org.refverify.prover.compile.Trees.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;

/**
 * What a missing type may hide. Each trap says what the library would have to declare to make the
 * versions differ; with an empty type instead, both do the same.
 */
class MissingNamesTest {
  /** A method that answers according to the static type of the argument. */
  private static final String SHOW =
      "void show(Object o) { System.out.println(1); }"
          + " void show(CharSequence o) { System.out.println(2); } ";

  private static final String OLD_EDIT = " int other() { return 1; } ";
  private static final String NEW_EDIT = " int other() { return 2; } ";

  private static final SourceMethod F = new SourceMethod("A", "f", List.of());
  private static final SourceMethod HELPER = new SourceMethod("A", "helper", List.of("Object"));

  private static SourceMethod f(String... parameters) {
    return new SourceMethod("A", "f", List.of(parameters));
  }

  private static Proof proof(TextTree before, TextTree after, SourceMethod... refactored) {
    Beliefs beliefs = new Beliefs(List.of(), List.of(), List.of(refactored));
    return new ChangeProver(ProofBudget.DEFAULT)
        .sources(SourceChange.between(before, after), JAVA, beliefs);
  }

  /** The change has no proof without assumptions, neither as a whole nor with another edit. */
  private static void isNeverProved(
      String imports, String old, String now, SourceMethod source, String... others) {
    for (String edit : List.of(OLD_EDIT, NEW_EDIT)) {
      TextTree before = with(imports + "class A { " + old + SHOW + OLD_EDIT + "}", others);
      TextTree after = with(imports + "class A { " + now + SHOW + edit + "}", others);
      Proof proof = proof(before, after, source, HELPER);
      assertNotEquals(Outcome.PROVED, proof.outcome(), proof::toJson);
      assertNotEquals(Outcome.PROVED_CLOSED_WORLD, proof.outcome(), proof::toJson);
      assertNotEquals(Outcome.REFACTORING_PROVED, proof.outcome(), proof::toJson);
    }
  }

  private static TextTree with(String text, String... others) {
    List<String> all = new ArrayList<>(Arrays.asList(others));
    all.addAll(List.of("A.java", text));
    return tree(all.toArray(String[]::new));
  }

  private static void isNeverExtracted(
      String imports, String parameters, String argument, SourceMethod source, String... others) {
    String head = "void f(" + parameters + ") { ";
    isNeverProved(
        imports,
        head + "show(" + argument + "); } ",
        head + "helper(" + argument + "); } private void helper(Object o) { show(o); } ",
        source,
        others);
  }

  // ------------------------------------------------------------------ what a superclass may call

  @Test
  void aSuperclassThatIsNamedInFull() {
    mayOverride("", "class A extends lib.Base");
  }

  @Test
  void aSuperclassOfOneOfSeveralPackages() {
    mayOverride("import lib.one.*; import lib.two.*; ", "class A extends Base");
  }

  @Test
  void anInterfaceThatIsNamedInFull() {
    mayOverride("", "class A implements lib.Api");
  }

  @Test
  void theSuperclassOfANestedClass() {
    mayOverride("", "class Around { static class In extends lib.Base {", "} }");
  }

  @Test
  void theSuperclassOfASuperclass() {
    mayOverride("", "class A extends lib.Base { } class B extends A");
  }

  private static void mayOverride(String imports, String head) {
    mayOverride(imports, head + " {", "}");
  }

  /** A renamed method may be the one of a missing type, on both sides. */
  private static void mayOverride(String imports, String head, String end) {
    TextTree before = with(imports + head + " public int close() { return 4; } " + end);
    TextTree after = with(imports + head + " public int other() { return 4; } " + end);
    Proof proof = proof(before, after);
    List<String> found = proof.conditions().stream().map(each -> each.kind().word()).toList();
    assertTrue(found.contains("hierarchy-unknown"), proof::toJson);
  }

  // ------------------------------------------------------------------ T is a CharSequence

  @Test
  void theTypeOfAParameter() {
    isNeverExtracted("import lib.T; ", "T t", "t", f("T"));
  }

  @Test
  void theTypeOfAFieldElsewhere() {
    isNeverExtracted("", "B b", "b.t", f("B"), "B.java", "import lib.T; class B { T t; }");
  }

  @Test
  void theTypeArgumentOfAMethodElsewhere() {
    isNeverExtracted(
        "",
        "B b",
        "b.all().get(0)",
        f("B"),
        "B.java",
        "import lib.T; class B { java.util.List<T> all() { return null; } }");
  }

  @Test
  void theTypeArgumentOfASuperclass() {
    isNeverExtracted(
        "",
        "B b",
        "b.get(0)",
        f("B"),
        "B.java",
        "import lib.T; class B extends java.util.ArrayList<T> { }");
  }

  @Test
  void theBoundOfATypeParameter() {
    isNeverExtracted(
        "", "B<?> b", "b.t", f("B"), "B.java", "import lib.T; class B<X extends T> { X t; }");
  }

  @Test
  void aCastToTypeArgumentsLeavesNoTraceInTheCode() {
    isNeverExtracted("import lib.T; ", "Object o", "((java.util.List<T>) o).get(0)", f("Object"));
  }

  @Test
  void theTypeOfALambdasParameter() {
    isNeverProved(
        "",
        "void f(B b) { b.each(x -> show(x)); } ",
        "void f(B b) { b.each(x -> helper(x)); } private void helper(Object o) { show(o); } ",
        f("B"),
        "B.java",
        "import lib.T; class B { void each(java.util.function.Consumer<T> c) { } }");
  }

  @Test
  void aSupertypeOfTheArgument() {
    isNeverExtracted("", "B b", "b", f("B"), "B.java", "import lib.T; class B extends T { }");
  }

  @Test
  void aSupertypeThatIsWrittenWithItsPackage() {
    isNeverExtracted("", "B b", "b", f("B"), "B.java", "class B extends lib.T { }");
  }

  @Test
  void aSupertypeOfASupertype() {
    isNeverExtracted(
        "",
        "B b",
        "b",
        f("B"),
        "B.java",
        "class B extends C { }",
        "C.java",
        "import lib.*; abstract class C implements T { }");
  }

  // ------------------------------------------------------------------ other things that T may have

  /** {@code say(String)} in T, which precedes {@code say(Object)} of B. */
  @Test
  void anOverloadThatIsImportedBesideAKnownOne() {
    String known = "package b; public class B { public static void say(Object o) { } }";
    for (String each : List.of("say", "*")) {
      isNeverProved(
          "import static lib.T." + each + "; import static b.B." + each + "; ",
          "void f() { say(\"\"); } ",
          "void f() { helper(\"\"); } private void helper(Object o) { say(o); } ",
          F,
          "b/B.java",
          known);
    }
  }

  /** {@code say(String)} and {@code say(Object)} in T hide those of the outer class. */
  @Test
  void whatAnInnerClassInherits() {
    String head = "void say(Object o) { } class In extends T { void f() { ";
    isNeverProved(
        "import lib.T; ",
        head + "say(\"\"); } } ",
        head + "helper(\"\"); } private void helper(Object o) { say(o); } } ",
        new SourceMethod("A$In", "f", List.of()));
  }

  /** T has one method that returns something, which precedes {@link Runnable}. */
  @Test
  void anotherTargetOfALambda() {
    String both = "void go(Runnable r) { } void go(T t) { } int g() { return 1; } ";
    isNeverProved(
        "import lib.T; ",
        both + "void f() { go(() -> g()); } ",
        both
            + "void f() { helper(() -> g()); }"
            + " private void helper(Object o) { } private void helper(Runnable r) { go(r); } ",
        F);
  }

  /** {@code lib.T.Entry} is a CharSequence; the one of the own package is not. */
  @Test
  void aTypeInsideAMissingTypeThatAnotherOneSeemsToBe() {
    for (String word : List.of("import ", "import static ")) {
      isNeverExtracted(
          "",
          "B b",
          "b.e",
          f("B"),
          "B.java",
          word + "lib.T.Entry; class B { Entry e; }",
          "Entry.java",
          "class Entry { }");
    }
  }

  /** {@code T.X} is a constant, so {@code B.K} is one: {@code c ? B.K : d} is then a char. */
  @Test
  void aConstantElsewhereThatIsMadeOfAMissingOne() {
    for (String value : List.of("T.X", "L", "1 + (2 * T.X)")) {
      isNeverProved(
          "",
          "void f(boolean c, char d) { System.out.println(c ? B.K : d); } ",
          "void f(boolean c, char d) { int k = B.K; System.out.println(c ? k : d); } ",
          f("boolean", "char"),
          "B.java",
          "import lib.T; class B { static final int L = T.X; static final int K = VALUE; }"
              .replace("VALUE", value));
    }
  }

  /** The exception is a checked one: the new method would have to declare it. */
  @Test
  void anExceptionThatACalledMethodThrows() {
    isNeverProved(
        "",
        "void f(B b) throws Exception { b.m(); } ",
        "void f(B b) throws Exception { helper(b); } "
            + "private void helper(Object o) { ((B) o).m(); } ",
        f("B"),
        "B.java",
        "import lib.T; class B { void m() throws T { } }");
  }

  /** The compiler drops a member whose type is inside a missing one. */
  @Test
  void anOverloadThatTheCompilerForgets() {
    isNeverProved(
        "",
        "void f() { B.say(null); } ",
        "void f() { helper(null); } private void helper(Object o) { B.say(o); } ",
        F,
        "B.java",
        "import lib.T; class B { static void say(Object o) { } static void say(T.In t) { } }");
  }

  // ------------------------------------------------------------------ a name means two types

  private static final String SHOWN =
      "class A { void f(Object o) { show(((java.util.List<T>) o).get(0)); } " + SHOW + "}";

  static Stream<String> otherMeanings() {
    return Stream.of("import b.T; ", "import b.*; ", "import c.T; ", "import c.*; ");
  }

  /** {@code a.T} and {@code b.T} are missing, {@code c.T} is not: one of them is a CharSequence. */
  @ParameterizedTest
  @MethodSource("otherMeanings")
  void aNameThatAnotherImportBrings(String imports) {
    String known = "package c; public class T { }";
    for (String old : List.of("import a.T; ", "import a.*; ")) {
      TextTree before = with(old + SHOWN, "c/T.java", known);
      TextTree after = with(imports + SHOWN, "c/T.java", known);
      for (Proof proof : List.of(proof(before, after), proof(after, before))) {
        assertEquals(Outcome.UNRESOLVED, proof.outcome(), proof::toJson);
      }
    }
  }

  /** {@code say(String)} in a missing type precedes {@code say(Object)}. */
  @Test
  void allStaticMembersOfAnotherMissingType() {
    String text = "import static b.K.*; OTHER class A { void f() { say(\"\"); } }";
    String known = "package b; public class K { public static void say(Object o) { } }";
    List<String> others = List.of("", "import static lib.T.*; ", "import static lib.U.*; ");
    for (String old : others) {
      for (String now : others) {
        Proof proof =
            proof(
                with(text.replace("OTHER", old), "b/K.java", known),
                with(text.replace("OTHER", now) + " class Z { }", "b/K.java", known));
        assertEquals(old.equals(now), proof.outcome().isProof(), proof::toJson);
      }
    }
  }

  /** No class file has the method, so only its text can be compared. */
  @Test
  void aMethodThatTheCompilerForgetsIsComparedAsText() {
    String head = "import lib.T; class A { int g() { return 1; } ";
    String forgotten = "public void say(T.In t) { System.out.println(1); } ";
    List<String> nested =
        List.of(
            "static class N { NESTED } }",
            "Object o = new Object() { NESTED }; }",
            "Runnable r() { class L { NESTED } return () -> new L(); } }",
            "enum E { X { NESTED } } }");
    for (String now : List.of("", forgotten.replace("1", "2"))) {
      Proof proof = proof(with(head + forgotten + "}"), with(head + now + "}"));
      assertEquals(Outcome.NOT_PROVED, proof.outcome(), proof::toJson);
      for (String each : nested) {
        proof =
            proof(
                with(head + each.replace("NESTED", forgotten)),
                with(head + each.replace("NESTED", now)));
        assertEquals(Outcome.NOT_PROVED, proof.outcome(), proof::toJson);
      }
    }
    Proof same =
        proof(
            with(head + forgotten + "}"),
            with(
                head.replace("return 1;", "return h(); }  private int h() { return 1;")
                    + forgotten
                    + "}"));
    assertEquals(Outcome.PROVED_ASSUMING_NAMES, same.outcome(), same::toJson);
  }

  @Test
  void aNameThatIsNoLongerUsedIsAnAssumptionStill() {
    String b = "import a.T; class B { static T t; static void show(Object o) { } }";
    Proof proof =
        proof(
            with("import a.T; class A { void f() { T t = B.t; B.show(t); } }", "B.java", b),
            with("class A { void f() { B.show(B.t); } }", "B.java", b));
    assertEquals(Outcome.PROVED_ASSUMING_NAMES, proof.outcome(), proof::toJson);
  }

  /** A removed method requires a closed world, in addition to the guess. */
  @Test
  void aClosedWorldHidesNoGuess() {
    String old = "import a.T; public class A { public void gone() { } public void f(Object o) { ";
    String now = "import a.T; public class A { public void f(Object o) { ";
    String argument = "((java.util.List<T>) o).get(0)";
    String helper = " } private void helper(Object o) { show(o); } ";
    for (boolean guess : List.of(true, false)) {
      String shown = guess ? argument : "o";
      Proof proof =
          proof(
              with(old + "show(" + shown + "); gone(); } " + SHOW + "}"),
              with(now + "helper(" + shown + ");" + helper + SHOW + "}"));
      Outcome expected = guess ? Outcome.UNRESOLVED : Outcome.PROVED_CLOSED_WORLD;
      assertEquals(expected, proof.outcome(), proof::toJson);
    }
  }

  // ------------------------------------------------------------------ annotations that are missing

  private static Proof annotated(String before, String after) {
    String constant = "public class K { public static final String N = \"TEXT\"; }";
    List<String> others =
        List.of(
            "a/K.java",
            "package a; " + constant.replace("TEXT", "a"),
            "b/K.java",
            "package b; " + constant.replace("TEXT", "b"));
    String[] all = others.toArray(String[]::new);
    String old = before + " int f() { return 1; } }";
    String now = after + " int f() { return g(); } private int g() { return 1; } }";
    return proof(with(old, all), with(now, all));
  }

  static Stream<Arguments> otherAnnotations() {
    String head = "import lib.Foo; class A { @Foo";
    return Stream.of(
        Arguments.of(head + "(\"a  b\")", head + "(\"a b\")"),
        Arguments.of("import a.K; " + head + "(K.N)", "import b.K; " + head + "(K.N)"),
        Arguments.of("import a.*; " + head + "(K.N)", "import b.*; " + head + "(K.N)"),
        Arguments.of(
            "import static a.K.N; " + head + "(N)", "import static b.K.N; " + head + "(N)"),
        Arguments.of(
            "import static a.K.N; " + head + "(N)",
            "import static a.K.N; import lib.Foo; class A {"
                + " private static final String N = \"b\"; @Foo(N)"),
        Arguments.of("import lib.*; class A { @Foo", "import other.*; class A { @Foo"));
  }

  @ParameterizedTest
  @MethodSource("otherAnnotations")
  void anAnnotationThatIsWrittenOrMeantOtherwise(String before, String after) {
    Proof proof = annotated(before, after);
    assertEquals(Outcome.NOT_PROVED, proof.outcome(), proof::toJson);
  }

  static Stream<Arguments> sameAnnotations() {
    String head = "import lib.Foo; import a.K; class A { @Foo";
    return Stream.of(
        Arguments.of(head + "(x=\"a  b\",y={K.N})", head + "( x = \"a  b\",\n // \n y = { K.N } )"),
        Arguments.of(
            head + "(x = \"\"\"\n  \"a\" \\n\n\"\"\")", head + "(x = \"\"\"\n  \"a\" \\n\n\"\"\")"),
        Arguments.of(
            head + "(x = K.N)", "import java.util.*; import static b.K.*; " + head + "(x = K.N)"),
        Arguments.of(
            "import lib.*; class A { @Foo", "import lib.*; import java.util.*; class A { @Foo"));
  }

  @ParameterizedTest
  @MethodSource("sameAnnotations")
  void anAnnotationThatIsLaidOutOtherwise(String before, String after) {
    Proof proof = annotated(before, after);
    assertEquals(Outcome.PROVED, proof.outcome(), proof::toJson);
  }

  @Test
  void theAnnotationOfAPackage() {
    String written = "@lib.Foo(\"a\") package p;";
    String path = "p/package-info.java";
    String now = "class A { int f() { return g(); } private int g() { return 1; } }";
    TextTree before = with("class A { int f() { return 1; } }", path, written);
    Proof proof = proof(before, with(now, path, written.replace("a\"", "b\"")));
    assertEquals(Outcome.NOT_PROVED, proof.outcome(), proof::toJson);
    proof = proof(before, with(now, path, written.replace("(", "( ")));
    assertEquals(Outcome.PROVED, proof.outcome(), proof::toJson);
  }

  // ------------------------------------------------------------------ callers that are not seen

  private static Proof moved(String caller) {
    String user = "import lib.T; class User { int u(T t) { return t.size() + CALL; } }";
    return proof(
        tree(
            "A.java",
            "class A { static int twice(int x) { return 2 * x; }" + OLD_EDIT + "}",
            "B.java",
            "class B { }",
            "User.java",
            user.replace("CALL", "A.twice(1)")),
        tree(
            "A.java",
            "class A { " + NEW_EDIT + "}",
            "B.java",
            "class B { static int twice(int x) { return 2 * x; } }",
            "User.java",
            user.replace("CALL", caller)),
        new SourceMethod("A", "twice", List.of("int")),
        new SourceMethod("B", "twice", List.of("int")));
  }

  @Test
  void aCallerThatDoesNotCompileIsNotProved() {
    for (String caller : List.of("B.twice(2)", "B.twice(1)", "3")) {
      Proof proof = moved(caller);
      assertNotEquals(Outcome.REFACTORING_PROVED, proof.outcome(), proof::toJson);
      assertNotEquals(Outcome.PROVED, proof.outcome(), proof::toJson);
    }
  }

  // ------------------------------------------------------------------ and what it does not hide

  static Stream<String> elsewhere() {
    return Stream.of(
        "void g(T t) { show(t); } ",
        "int g(T t) { return t.size(); } ",
        "T field; ",
        "class In extends T { } ",
        "void h() { absent.Thing.run(); } ");
  }

  @Test
  void aNameThatTheRefactoredMethodsDoNotNeedStandsAgainstNothing() {
    for (String member : elsewhere().toList()) {
      String now = "void f() { helper(\"\"); } private void helper(Object o) { show(o); } ";
      String head = "import lib.T; class A { ";
      TextTree before =
          tree(
              "A.java",
              head + "void f() { show((Object) \"\"); } " + member + SHOW + OLD_EDIT + "}");
      TextTree after = tree("A.java", head + now + member + SHOW + NEW_EDIT + "}");
      Proof proof = proof(before, after, F, HELPER);
      assertEquals(Outcome.REFACTORING_PROVED, proof.outcome(), proof::toJson);
    }
  }

  @Test
  void aNameInAFileThatNobodyNeededIsNoAssumption() {
    for (String g : List.of("int g", "static final int g = 3", "static final int g = h(new T())")) {
      isNoAssumption(
          "import lib.T; class B { T helper; T t() throws T { return null; } "
              + g
              + "; static int h(Object o) { return 1; } }");
    }
  }

  private static void isNoAssumption(String other) {
    String user = "class A { int f(B b) { return ";
    TextTree before = tree("A.java", user + "b.g + 1; } }", "B.java", other);
    TextTree after =
        tree(
            "A.java",
            user + "helper(b.g); } private static int helper(int x) { return x + 1; } }",
            "B.java",
            other);
    Proof proof = proof(before, after);
    assertEquals(Outcome.PROVED, proof.outcome(), proof::toJson);
  }
}
