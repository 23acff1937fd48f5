package org.refverify.prover.closure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.prover.compile.TextTree;

class ClosureDeskTest {
  private static final String A = "src/p/A.java";
  private static final Declared F = new Declared("method", A, "p.A", "f", List.of());

  /** The answer if nothing is missing, nothing breaks, and everything was found. */
  private static final String STANDS = "{\"needs\":[],\"breaks\":[],\"unknown\":[]}";

  private Map<String, String> base = Map.of(A, "package p; class A { int f() { return 0; } }");
  private Map<String, String> after = Map.of();
  private Set<String> names = Set.of();
  private Map<String, String> renamed = Map.of();
  private final ClosureDesk desk = new ClosureDesk();

  /** The answer if the method {@code f} of the new version replaces the old one. */
  private String answer(String now) {
    return answer(F, now);
  }

  /** The answer for one part. */
  private String answer(Declared part, String now) {
    Map<String, String> texts = new HashMap<>(base);
    texts.put(A, now);
    return desk.ask(
        new ClosureQuestion(
            List.of(new ClosureQuestion.Part(part, part)), Set.of(A), names, renamed),
        new TextTree(base),
        new TextTree(texts),
        new TextTree(after),
        "src/p",
        List.of());
  }

  private static List<String> found(String answer, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(answer);
    return Stream.iterate(matcher.find(), more -> more, more -> matcher.find())
        .map(more -> matcher.group(1) + " " + matcher.group(2))
        .toList();
  }

  private static List<String> needs(String answer) {
    return found(answer, "\"how\":\"(\\w+)\",\"key\":\"([^\"]+)\"");
  }

  private static List<String> breaks(String answer) {
    return found(
        answer,
        "\"kind\":\"(error|rebound|unimplemented|uninitialised|unused|hiding)\".*?\"name\":\"([^\"]*)\"");
  }

  private void in(String members) {
    after = Map.of(A, "package p; class A { " + members + " }");
  }

  @Test
  void codeThatTheOldVersionSupportsNeedsNothing() {
    in("int f() { return g() + String.valueOf(1).length(); } int g() { return 2; }");
    base = Map.of(A, "package p; class A { int f() { return 0; } int g() { return 1; } }");

    String answer =
        answer(
            "package p; class A { int f() { return g() +"
                + " String.valueOf(1).length(); } int g() { return 1; } }");

    assertEquals(STANDS, answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          return X; | static final int X = 1; | missing p/A.X
          return x; | int x = 1; | missing p/A.x
          return g(1); | int g(int a) { return a; } | missing p/A.g(I)
          return g("").length(); | <T extends CharSequence> T g(T a) { return a; } | missing p/A.g(Ljava/lang/CharSequence;)
          return new N().hashCode(); | class N { } | missing p/A$N;missing p/A$N.<init>()
          return E.ONE.ordinal(); | enum E { ONE } | missing p/A$E;missing p/A$E.ONE
          Runnable r = this::g; return 1; | void g() { } | missing p/A.g()
          """)
  void whatOnlyTheNewVersionHasIsMissing(String body, String member, String wanted) {
    in("int f() { " + body + " } " + member);

    String answer = answer("package p; class A { int f() { " + body + " } }");

    assertEquals(
        List.of(wanted.split(";(?=missing)")),
        needs(answer).stream().filter(each -> each.contains(" p/")).sorted().toList());
  }

  @Test
  void aMemberThatIsDeclaredOtherwiseIsChangedOrHasAnotherHeader() {
    in(
        "int f() { g(); return h() + (int) x; } static void g() { } int h() throws Error { return"
            + " 1; } long x;");
    String rest = " void g() { } int h() { return 1; } int x; ";
    base = Map.of(A, "package p; class A { int f() { return 0; } " + rest + "}");

    String answer =
        answer("package p; class A { int f() { g(); return h() + (int) x; } " + rest + "}");

    assertEquals(List.of("changed p/A.g()", "header p/A.h()", "changed p/A.x"), needs(answer));
  }

  @Test
  void aNeedNamesTheDeclarationAndItsFile() {
    after =
        Map.of(
            A,
            "package p; class A { int f() { return q.B.C.g(null, 1L); } }",
            "src/q/B.java",
            "package q; public class B { public static class C<T> { public static <S extends"
                + " Number, U> int g(S[] s, long l) { return 1; } } }");

    String answer = answer("package p; class A { int f() { return q.B.C.g(null, 1L); } }");

    assertEquals(
        List.of("q.B$C g"),
        found(
            answer,
            "\"file\":\"src/q/B.java\",\"class\":\"([^\"]+)\",\"name\":\"(g)\",\"parameters\":\\[\"Number\\[\\]\",\"long\"\\]"));
  }

  /** What a part needs in addition to what its code uses, with the place of each member. */
  private String needs(Declared part, String now) {
    String answer = answer(part, now);
    return String.join(
        ";",
        found(answer, "\"how\":\"(\\w+)\".*?\"name\":\"([^\"]*)\"").stream().sorted().toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          int x; | A() { x = 1; } int f() { return x; } int g() { return 0; } | A() { } int f() { return x; } int g() { return 0; } | unset <init>
          int x; | A() { x = 1; } int f() { return x; } int g() { return x; } | A() { this.x = 1; } int f() { return 0; } int g() { return 0; } | unread f;unread g
          int x; | A() { x = 1; } int f() { return x++; } int g() { return 0; } | A() { } int f() { return x++; } int g() { return 0; } | ''
          int x; | A() { x++; } int f() { return x; } int g() { return 0; } | A() { } int f() { return x; } int g() { return 0; } | unset <init>
          int x = 2; | A() { x = 1; } int f() { return x; } int g() { return 0; } | A() { } int f() { return x; } int g() { return 0; } | ''
          static final int x = 2; | A() { } int f() { return x; } int g() { return x; } | A() { } int f() { return 0; } int g() { return 0; } | ''
          A x; | A() { x = this; } int f() { return x.x.f(); } int g() { return 0; } | A() { x.x = null; } int f() { return 0; } int g() { return 0; } | ''
          """)
  void aFieldNeedsWhatSetsItAndWhatTakesItsValue(
      String field, String inAfter, String inNow, String wanted) {
    in(field + inAfter);
    base = Map.of(A, "package p; class A { A() { } int f() { return 0; } int g() { return 0; } }");

    String found =
        needs(
            new Declared("field", A, "p.A", "x", List.of()),
            "package p; class A { " + field + inNow + " }");

    assertEquals(wanted, found);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          void h(int a) { } | void h(int a) { super.h(a); } void h() { } | overridden h
          void h(int a) { } | void h(long a) { } void h() { } | ''
          private void h(int a) { } | void h(int a) { } void h() { } | ''
          static void h(int a) { } | static void h(int a) { } void h() { } | ''
          """)
  void aMethodNeedsWhatOverridesIt(String method, String inLow, String wanted) {
    String low = "src/p/Low.java";
    String text = "package p; class Low extends A { %s }";
    base =
        Map.of(
            A,
            "package p; class A { void h() { } }",
            low,
            text.formatted("@Override void h() { }"));
    after =
        Map.of(A, "package p; class A { void h() { } " + method + " }", low, text.formatted(inLow));

    String found =
        needs(
            new Declared("method", A, "p.A", "h", List.of("int")),
            "package p; class A { void h() { } " + method + " }");

    assertEquals(wanted, found);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          int x = 1; int get() { return x; } | int x = 2; int get() { return x; } | '' | hiding x;hiding get
          int x = 1; int get() { return x; } | private int x = 2; private int get() { return x; } | '' | ''
          int get() { return 1; } | abstract int get(); | '' | ''
          int get() { return 1; } | int get(int a) { return a; } | '' | ''
          int get() { return 1; } | int get() { return 2; } | int get() { return super.get(); } | hiding get
          int get() { return 1; } | int get() { return 2; } | int get() { return 1; } | ''
          """)
  void whatHidesSomethingOfANewSupertypeIsInTheWay(
      String old, String above, String anew, String wanted) {
    String up = "src/p/Up.java";
    String supertype = "package p; abstract class Up { " + above + " }";
    base = Map.of(A, "package p; class A { int f() { return 0; } " + old + " }", up, supertype);
    String text = "package p; class A extends Up { int f() { return 0; } %s }";
    after = Map.of(A, text.formatted(anew), up, supertype);

    String answer = answer(text.formatted(old));

    assertEquals(wanted, String.join(";", breaks(answer)));
  }

  @Test
  void whatHidAlreadyStays() {
    String up = "src/p/Up.java";
    String supertype = "package p; class Up { int get() { return 2; } }";
    String text = "package p; class A extends Up { int f() { return 0; } int get() { return 1; } }";
    base = Map.of(A, text, up, supertype);
    after = Map.of(A, "package p; class A extends Up { int f() { return 1; } }", up, supertype);

    assertEquals(List.of(), breaks(answer(text.replace("return 0", "return 1"))));
  }

  @Test
  void ofAPartThatTheNewVersionDoesNotHaveNobodyCanTell() {
    in("int f(int a) { return g(); } int g() { return 1; }");

    assertEquals(
        "{\"needs\":[],\"breaks\":[],\"unknown\":[0]}",
        answer("package p; class A { int f() { return 1; } }"));
  }

  @Test
  void aNameThatMeansAnotherTypeIsMissing() {
    after =
        Map.of(
            A,
            "package p; import java.util.List; class A { int f() { List x = null; return 1; } }");
    base = Map.of(A, "package p; import java.awt.List; class A { int f() { return 0; } }");

    String answer =
        answer("package p; import java.awt.List; class A { int f() { List x = null; return 1; } }");

    assertEquals(List.of("missing java/util/List"), needs(answer));
  }

  @Test
  void aCallerThatTheChangeBreaksIsTold() {
    in("int f() { return 1; } void g() { f(); }");
    base =
        Map.of(
            A, base.get(A), "src/p/C.java", "package p; class C { int g(A a) { return a.k(); } }");
    base = new HashMap<>(base);
    base.put(A, "package p; class A { int f() { return 0; } int k() { return 1; } }");
    names = Set.of("k");

    assertEquals(
        List.of("error g"), breaks(answer("package p; class A { int f() { return 1; } }")));
  }

  @Test
  void anErrorThatTheOldVersionHasIsNone() {
    in("int f() { return 1; }");
    base = Map.of(A, "package p; class A { int f() { return 0; } int g() { return absent; } }");

    String answer =
        answer("package p; class A { int f() { return 1; } int g() { return absent; } }");

    assertEquals(STANDS, answer);
  }

  @Test
  void aMissingLibraryIsNobodysFault() {
    String body = "int f() { return org.absent.Lib.size() + new Lib().get(); }";
    after = Map.of(A, "package p; import org.absent.Lib; class A { " + body + " }");

    String answer = answer("package p; import org.absent.Lib; class A { " + body + " }");

    assertEquals(STANDS, answer);
  }

  @Test
  void aMethodOfAMissingLibraryIsUndefinedWhateverItsArguments() {
    String imports = "package p; import static org.absent.Lib.check; ";
    base =
        Map.of(
            A,
            imports + "class A { int f() { return 0; } long k() { return 1; } }",
            "src/p/C.java",
            imports + "class C { void g(A a) { check(a.k()); } }");
    after = base;
    names = Set.of("k");
    String now = imports + "class A { int f() { return 0; } int k() { return 1; } }";

    assertEquals(List.of(), breaks(answer(now)));
  }

  @Test
  void aClassThatMustImplementANewMethodIsTold() {
    in("int f() { return 1; }");
    base =
        Map.of(
            A, base.get(A), "src/p/I.java", "package p; class J implements I { } interface I { }");
    Map<String, String> texts = new HashMap<>(base);
    texts.put("src/p/I.java", "package p; class J implements I { } interface I { void k(); }");

    String answer =
        desk.ask(
            new ClosureQuestion(List.of(), Set.of("src/p/I.java"), Set.of(), Map.of()),
            new TextTree(base),
            new TextTree(texts),
            new TextTree(after),
            "src/p",
            List.of());

    assertEquals(List.of("unimplemented J"), breaks(answer));
  }

  @Test
  void aFinalFieldWithoutAValueIsTold() {
    String answer = answer("package p; class A { final int x; int f() { return 0; } }");

    assertEquals(List.of("uninitialised x"), breaks(answer));
    assertEquals(List.of("x "), found(answer, "\"member\":\"(\\w+)\",\"owner\":\"(\\w*)\""));
  }

  @Test
  void unchangedCodeThatMeansAnotherDeclarationIsTold() {
    String old = "int g(Object o) { return 1; } int h() { return g(\"\"); }";
    base = Map.of(A, "package p; class A { int f() { return 0; } " + old + " }");
    in("int f() { return g(\"\"); } int g(String s) { return 2; }");
    String now = "package p; class A { int f() { return g(\"\"); } int g(String s) { return 2; } ";

    assertEquals(List.of("rebound h"), breaks(answer(now + old + " }")));
    in("int f() { return g(\"\"); } int g(String s) { return 2; } " + old);
    assertEquals(List.of(), breaks(answer(now + old + " }")));
  }

  @Test
  void anOverrideOfWhatIsGoneIsToldThoughTheCompilerOverlooksIt() {
    String one = "src/p/One.java";
    String other = "src/p/Other.java";
    base =
        Map.of(
            A,
            "package p; class A { int f() { return 0; } void gone() { } void kept() { } }",
            one,
            "package p; class One extends A { @Override void gone() { } @Override void kept() { }"
                + " }",
            other,
            "package p; class Other extends A { void gone() { } void use() { gone(); } }");
    in("int f() { return 1; } void kept() { }");
    names = Set.of("gone", "kept");

    String answer = answer("package p; class A { int f() { return 1; } void kept() { } }");

    assertEquals(List.of("error gone"), breaks(answer));
    assertEquals(List.of(one + " it overrides nothing"), told(answer));
  }

  private static List<String> told(String answer) {
    return found(answer, "\"file\":\"([^\"]*)\",\"line\":0,\"message\":\"([^\"]*)\"");
  }

  @Test
  void anOverriddenMethodIsNeeded() {
    in("@Override int f() { return 1; }");
    after =
        Map.of(
            A,
            "package p; class A extends B { @Override int f() { return 1; } }",
            "src/p/B.java",
            "package p; class B { int f() { return 2; } }");
    base =
        Map.of(
            A,
            "package p; class A extends B { int f() { return 0; } }",
            "src/p/B.java",
            "package p; class B { }");

    assertEquals(
        List.of("missing p/B.f()"),
        needs(answer("package p; class A extends B { @Override int f() { return 1; } }")));
  }

  @Test
  void aClassThatTheCommitRenamedIsTheOldOne() {
    after =
        Map.of(A, "package p; class A { int f() { return g(this); } int g(A a) { return 1; } }");
    base = Map.of(A, "package p; class Old { int f() { return 0; } int g(Old a) { return 1; } }");
    Declared old = new Declared("method", A, "p.Old", "f", List.of());
    Map<String, String> now =
        Map.of(
            A, "package p; class Old { int f() { return g(this); } int g(Old a) { return 1; } }");

    String answer =
        desk.ask(
            new ClosureQuestion(
                List.of(new ClosureQuestion.Part(F, old)),
                Set.of(A),
                Set.of(),
                Map.of("p/A", "p/Old")),
            new TextTree(base),
            new TextTree(now),
            new TextTree(after),
            "src/p",
            List.of());

    assertEquals(STANDS, answer);
  }

  @Test
  void theSourceRootNearestToTheRefactoringAnswers() {
    Map<String, String> tree =
        Map.of(
            "one/src/p/A.java", "package p; class A { int f() { return B.x; } }",
            "one/src/p/B.java", "package p; class B { static int x; }",
            "two/src/p/B.java", "package p; class B { static long x; }");
    Declared f = new Declared("method", "one/src/p/A.java", "p.A", "f", List.of());
    ClosureQuestion question =
        new ClosureQuestion(
            List.of(new ClosureQuestion.Part(f, f)), Set.of(f.file()), Set.of(), Map.of());
    Map<String, String> old = new HashMap<>(tree);
    old.put(f.file(), "package p; class A { int f() { return 0; } }");

    for (String near : List.of("two/src/p", "one/src/p")) {
      String answer =
          desk.ask(
              question, new TextTree(old), new TextTree(tree), new TextTree(tree), near, List.of());
      // Both sides choose in the same way, so code that does not compile in the commit is not a
      // finding.
      assertEquals(STANDS, answer);
    }
  }

  @Test
  void aPrivateMemberThatIsLeftWithoutAUseGoesIfTheNewVersionHasNone() {
    String helper = " private int g() { return g(); }";
    base = Map.of(A, "package p; class A { int f() { return g(); }" + helper + " }");
    in("int f() { return 0; }");

    assertEquals(
        List.of("unused g"),
        breaks(answer("package p; class A { int f() { return 0; }" + helper + " }")));
    // The new version has it too, or other code still uses it, or other code may use it.
    in("int f() { return 0; }" + helper);
    assertEquals(STANDS, answer("package p; class A { int f() { return 0; }" + helper + " }"));
    in("int f() { return 0; }");
    String used = helper + " int h() { return g(); }";
    base = Map.of(A, "package p; class A { int f() { return g(); }" + used + " }");
    assertEquals(STANDS, answer("package p; class A { int f() { return 0; }" + used + " }"));
    base = Map.of(A, "package p; class A { int f() { return g(); } int g() { return 1; } }");
    assertEquals(
        STANDS, answer("package p; class A { int f() { return 0; } int g() { return 1; } }"));
  }
}
