package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.refverify.prover.compile.Trees.JAVA;
import static org.refverify.prover.compile.Trees.tree;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;

/**
 * Unchanged files that do not name any part of a change, and no longer compile or change their
 * meaning.
 */
class BrokenElsewhereTest {
  private static Proof proof(TextTree before, TextTree after, String... unchanged) {
    TextTree rest = tree(unchanged);
    SourceChange change = SourceChange.between(with(before, rest), with(after, rest));
    return new ChangeProver(ProofBudget.DEFAULT).sources(change, JAVA, Beliefs.NONE);
  }

  private static TextTree with(TextTree one, TextTree other) {
    Map<String, String> texts = new HashMap<>(one.texts());
    texts.putAll(other.texts());
    return new TextTree(texts);
  }

  private static void assertNone(Proof proof) {
    assertFalse(proof.outcome().isProof(), proof::toJson);
  }

  private static void assertProved(Proof proof) {
    assertEquals(Outcome.PROVED, proof.outcome(), proof::toJson);
  }

  @Test
  void anAnonymousClassMustHaveWhatIsAbstract() {
    TextTree old = tree("A.java", "public abstract class A { }");
    TextTree now = tree("A.java", "public abstract class A { abstract void fresh(); }");

    assertNone(proof(old, now, "U.java", "class U { Object u() { return new A() { }; } }"));
    assertProved(proof(old, now, "U.java", "class U { Object u() { return null; } }"));
  }

  @Test
  void anInterfaceThatBecomesOneOfALambdaDrawsCallsToItself() {
    String call = "class C { static void c(F f, int x) { if (x < x) f.b(); } }";
    TextTree old = tree("F.java", "interface F extends Runnable { void b(); }", "C.java", call);
    TextTree now =
        tree("F.java", "interface F extends Runnable { }", "C.java", call.replace("f.b();", ";"));
    String lib = "class Q { static void q(Runnable r) { } static void q(F f) { f.run(); } }";

    assertNone(
        proof(old, now, "Q.java", lib, "U.java", "class U { void u() { Q.q(() -> { }); } }"));
  }

  @Test
  void aResourceOfATryElsewhereIsFinal() {
    String user = "class U { void u(A a) throws java.io.IOException { try (a.r) { } } }";
    String text = "class A { final %s r = null; }";
    String open = text.formatted("java.io.Closeable");
    String plain = text.formatted("String");

    assertNone(
        proof(tree("A.java", open), tree("A.java", open.replace("final ", "")), "U.java", user));
    assertProved(proof(tree("A.java", plain), tree("A.java", plain.replace("final ", ""))));
    String own = open.replace("final", "private final");
    assertProved(proof(tree("A.java", own), tree("A.java", own.replace("final ", ""))));
  }

  @Test
  void aStaticMethodStandsAgainstWhatAClassBelowInherits() {
    TextTree old = tree("A.java", "class A { int x; }");
    TextTree now =
        tree(
            "A.java",
            "class A { int x; public static java.util.Spliterator<String> spliterator() { return"
                + " null; } }");

    assertNone(
        proof(old, now, "B.java", "abstract class B extends A implements Iterable<String> { }"));
    assertProved(proof(old, now, "B.java", "abstract class B extends A implements Runnable { }"));
  }

  /** This one compiles: only the JVM rejects the private method that it finds first. */
  @ParameterizedTest
  @ValueSource(strings = {"private", "private static"})
  void aPrivateMethodStandsBeforeWhatAClassBelowInherits(String modifiers) {
    String text = "class A { int x; int f() { return CALL; } ";
    TextTree old = tree("A.java", text.replace("CALL", "2") + "}");
    TextTree now =
        tree("A.java", text.replace("CALL", "g()") + modifiers + " int g() { return 2; } }");
    String other = "interface I { default int g() { return 9; } }";
    String user = "class U { int u(B b) { return b.g(); } }";

    assertNone(
        proof(
            old,
            now,
            "I.java",
            other,
            "B.java",
            "class C extends A { } class B extends C implements I { }",
            "U.java",
            user));
    assertProved(proof(old, now, "I.java", other, "B.java", "class B extends A { }"));
    assertProved(
        proof(
            old,
            now,
            "I.java",
            other.replace("g()", "g(int x)"),
            "B.java",
            "class B extends A implements I { }"));
  }

  /** On an object of a class that the user does not name. */
  @ParameterizedTest
  @ValueSource(strings = {"int s;", "static int s() { return 1; }", "protected void s() { }"})
  void whatIsSeenInThePackageOfAClassStaysThere(String member) {
    String user = "package p; class U { void u() { Object o = F.k().CALL; } }";
    user = user.replace("Object o = F.k().CALL", member.contains("(") ? "F.k().s()" : "F.k().s++");
    String text = "public class K { public int y; public K(int x) { y = x; } " + member + " }";

    assertNone(moved(text, text, "p/U.java", user));
    assertProved(moved(text, text, "p/U.java", "package p; class U { int u() { return 1; } }"));
    String open = text.replace(member, "public " + member.replace("protected ", ""));
    assertProved(moved(open, open, "p/U.java", user));
  }

  private static Proof moved(String old, String now, String... unchanged) {
    String user = "package p; public class F { public static NAME k() { return new NAME(3); } }";
    return proof(
        tree("p/K.java", "package p; " + old, "p/F.java", user.replace("NAME", "K")),
        tree("q/K.java", "package q; " + now, "p/F.java", user.replace("NAME", "q.K")),
        unchanged);
  }

  @Test
  void anObjectOfAClassOfThePackageIsHandedOutByAnother() {
    String nested =
        "public class K { public int y; public K(int x) { y = x; }"
            + " protected static class N { public int z; N(int x) { z = x; } }"
            + " public N n() { return new N(3); } }";
    String user = "package p; class U { int u() { return F.k().n().z; } }";
    String open = nested.replace("protected", "public");

    assertNone(moved(nested, nested, "p/U.java", user));
    assertProved(moved(open, open, "p/U.java", user));
  }

  @Test
  void aPrivateFieldThatIsRenamedHidesOneAbove() {
    String text = "public class A extends Z { private int NAME; int f() { return NAME; } }";
    TextTree old = tree("A.java", text.replace("NAME", "x"));
    TextTree now = tree("A.java", text.replace("NAME", "y"));
    String user = "class U { int u(A a) { return a.y; } }";

    for (String field : List.of("public int y;", "protected String y;", "int x;", "long x;")) {
      assertNone(proof(old, now, "Z.java", "public class Z { " + field + " }", "U.java", user));
    }
    for (String field : List.of("private int y;", "public int z;")) {
      assertProved(proof(old, now, "Z.java", "public class Z { " + field + " }"));
    }
  }

  @Test
  void aClassThatFewerSeeIsNoProofThoughItWasMoved() {
    String text = "public class K { public int y; public K(int x) { y = x; } }";
    TextTree old = tree("p/K.java", "package p; " + text, "q/F.java", factory("p.K"));
    TextTree now =
        tree(
            "q/K.java",
            "package q; " + text.replace("public class", "class"),
            "q/F.java",
            factory("K"));

    assertNone(proof(old, now, "u/U.java", "package u; class U { int u() { return q.F.k().y; } }"));
  }

  private static String factory(String type) {
    return "package q; public class F { public static K k() { return new K(3); } }"
        .replace("K ", type + " ")
        .replace("K(", type + "(");
  }

  @Test
  void noObjectOfAFinalClassMayBeOfAnInterfaceThatItLacks() {
    String text = "public class K { public int y; public K(int x) { y = x; } }";
    String user =
        "package p; class U { Object u(boolean b) { return b ? (Runnable) F.k() : null; } }";

    assertNone(moved(text, text.replace("class", "final class"), "p/U.java", user));
    assertProved(moved(text, text, "p/U.java", user));
  }

  @ParameterizedTest
  @ValueSource(strings = {"u/U.java", "module-info.java"})
  void aPackageThatIsGoneCannotBeImportedNorExported(String path) {
    String text = "public class K { public int y; public K(int x) { y = x; } }";
    TextTree old = tree("a/p/K.java", "package a.p; " + text);
    TextTree now = tree("a/q/K.java", "package a.q; " + text);
    String user =
        path.startsWith("u")
            ? "package u; import a.p.*; class U { }"
            : "module m { exports a.p; exports a.q; }";

    assertNone(proof(old, now, path, user));
    assertProved(proof(old, now, path, user, "a/p/L.java", "package a.p; public class L { }"));
    assertProved(
        proof(
            old,
            now,
            path,
            user.replace("a.p", "a.x"),
            "a/x/L.java",
            "package a.x; public class L { }"));
  }

  @Test
  void codeOfAProgramSeesNeitherItsTestsNorItsResources() {
    String text = "package p; public class K { public int y; public K(int x) { y = x; } }";
    String user = "package p; class U { K u() { return new K(3); } }";
    TextTree main = tree("src/main/java/p/K.java", text);
    TextTree test = tree("src/test/java/p/K.java", text);

    assertNone(proof(main, test, "src/main/java/p/U.java", user));
    assertProved(proof(test, main, "src/test/java/p/U.java", user));
    for (TextTree old : List.of(main, test)) {
      assertNone(proof(old, tree("src/main/resources/p/K.java", text)));
    }
  }

  /** Build files say who may use it there, and what it may use. */
  @Test
  void aWholeSourceRootThatMovesIsNoProof() {
    String text = "package p; public class K { public int y; public K(int x) { y = x; } }";
    TextTree main = tree("src/main/java/p/K.java", text);

    assertNone(proof(main, tree("m/src/main/java/p/K.java", text)));
  }

  @Test
  void ofAModuleOthersSeeWhatItExports() {
    String text = "public class K { public int y; public K(int x) { y = x; } }";
    TextTree old = tree("m/p/K.java", "package p; " + text);
    TextTree now = tree("m/q/K.java", "package q; " + text);
    String other = "package p; public class L { }";
    String module = "module m { exports p to n; }";

    assertNone(proof(old, now, "m/module-info.java", module, "m/p/L.java", other));
    String both = module.replace("}", "exports q; }");
    assertProved(proof(old, now, "m/module-info.java", both, "m/p/L.java", other));
    String none = "module m { }";
    assertProved(proof(old, now, "m/module-info.java", none, "m/p/L.java", other));
  }

  @Test
  void aProtectedClassIsSeenBelowItsOwnOuterClassAlone() {
    String in = "protected static class N { public int z; N(int x) { z = x; } } ";
    String one =
        "package p; public class A { public A(int x) { } %s public %s n() { return null; } }";
    String two = "package p; public class C { public C(int x) { } %s }";
    TextTree old = tree("p/A.java", one.formatted(in, "N"), "p/C.java", two.formatted(""));
    TextTree now = tree("p/A.java", one.formatted("", "C.N"), "p/C.java", two.formatted(in));
    String user = "package q; class U extends p.A { U() { super(1); } int u() { return n().z; } }";

    assertNone(proof(old, now, "q/U.java", user));
    assertProved(proof(old, now, "q/U.java", user.replace("n().z", "1")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(A & Runnable) o",
        "(p.A & Runnable) o",
        "(A & java.io.Serializable & Runnable) o",
      })
  void aCastToSeveralTypesIsOfAClassBelowThem(String cast) {
    String text = "package p; public class A { public int x; public A(int y) { x = y; } ";
    TextTree old = tree("p/A.java", text + "}");
    TextTree now = tree("p/A.java", text + "protected void run() { x++; } }");
    String user = "package p; class U { void u(Object o) { Object r = " + cast + "; } }";

    assertNone(proof(old, now, "p/U.java", user));
    String bound = "package p; class U<T extends A & Runnable> { }";
    assertNone(proof(old, now, "p/U.java", bound));
    String other = text + "private void walk() { x++; } }";
    assertProved(proof(old, tree("p/A.java", other), "p/U.java", user));
  }

  /** The content of an exception does not decide whether methods that throw it conflict. */
  @Test
  void ofMethodsThatMeetTheExceptionsCountByTheirNames() {
    String text =
        "class E extends Exception { int x; void m() { %s } interface I { void run() throws E; }"
            + " interface J { void run() throws E; } class U<T extends I & J> { }";
    TextTree old = tree("E.java", text.formatted("x++; }"));
    TextTree now = tree("E.java", text.formatted("h(); } private void h() { x++; }"));

    assertProved(proof(old, now));
    TextTree other = tree("E.java", text.formatted("x++; }").replaceFirst("throws E; }", "; }"));
    assertNone(proof(old, other));
  }

  /** The user names neither the class nor a member that names it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "public abstract class G extends java.util.AbstractList<K> BODY",
        "abstract class H extends java.util.AbstractList<K> { int h; H(int x) { h = x; } }"
            + " public abstract class G extends H BODY",
        "interface H extends java.util.List<K> { }"
            + " public abstract class G extends java.util.AbstractList<K> implements H BODY",
      })
  void anObjectIsHandedOutByATypeArgumentAlone(String list) {
    String user = "package p; class U { int u() { return M.all().get(0).z; } }";
    String maker = "package p; public class M { public static %sG all() { return null; } }";
    String made = list.contains("extends H") ? "super(x); " : "";
    String lists = list.replace("BODY", "{ public int n; public G(int x) { " + made + "n = x; } }");
    String held = "class K { public int z; K(int x) { z = x; } }";
    for (String one : List.of(held, "public " + held)) {
      TextTree old =
          tree(
              "p/K.java",
              "package p; " + one,
              "p/G.java",
              "package p; " + lists,
              "p/M.java",
              maker.formatted(""));
      TextTree now =
          tree(
              "q/K.java",
              "package q; " + one,
              "q/G.java",
              "package q; " + lists,
              "p/M.java",
              maker.formatted("q."));
      if (one.equals(held)) {
        assertNone(proof(old, now, "p/U.java", user));
        assertProved(proof(old, now, "p/U.java", user.replace("get(0).z", "size()")));
      } else {
        assertProved(proof(old, now, "p/U.java", user));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"b/src/main/java/", "b/src/", "a/src/test/java/"})
  void aClassThatMovesToAnotherModuleIsNoProof(String root) {
    String text = "package p; public class K { public int y; public K(int x) { y = x; } }";
    String user = "package p; class U { K u() { return new K(3); } }";
    String from = root.equals("b/src/") ? "a/src/" : "a/src/main/java/";
    String[] rest = {from + "p/U.java", user, root + "p/L.java", "package p; class L { }"};

    assertNone(proof(tree(from + "p/K.java", text), tree(root + "p/K.java", text), rest));
    String now = text.replace("package p", "package q");
    String new2 = user.replace("K u", "q.K u").replace("new K", "new q.K");
    TextTree old = tree(from + "p/K.java", text, from + "p/U.java", user);
    String[] other = {root + "p/L.java", "package p; class L { }"};
    assertNone(proof(old, tree(root + "q/K.java", now, from + "p/U.java", new2), other));
    assertProved(proof(old, tree(from + "q/K.java", now, from + "p/U.java", new2), other));
  }

  @ParameterizedTest
  @ValueSource(strings = {"b/src/main/java/", "a/src/test/java/"})
  void aRenamedClassStaysWhereItsUsersSeeIt(String root) {
    String text = "package p; final class NAME { final int y; NAME(int x) { y = x; } }";
    String user = "package p; class U { NAME u() { return new NAME(3); } }";
    String from = "a/src/main/java/";
    TextTree old =
        tree(from + "p/K.java", text.replace("NAME", "K"), from + "p/U.java", use(user, "K"));
    String[] rest = {root + "p/L.java", "package p; class L { }"};

    TextTree now = tree(root + "p/N.java", use(text, "N"), from + "p/U.java", use(user, "N"));
    assertNone(proof(old, now, rest));
    TextTree same = tree(from + "p/N.java", use(text, "N"), from + "p/U.java", use(user, "N"));
    assertProved(proof(old, same, rest));
  }

  @ParameterizedTest
  @ValueSource(strings = {"b/src/main/java/", "a/src/test/java/"})
  void aClassThatMovesIntoAFileThatStandsThereStaysWhereItsUsersSeeIt(String root) {
    String file = "package p; public class NAME { }";
    String moving = " class B { final int y; B(int x) { y = x; } }";
    String from = "a/src/main/java/";
    String user = "package p; class U { B u() { return new B(3); } }";
    for (String to : List.of(root, from)) {
      TextTree old =
          tree(from + "p/A.java", use(file, "A") + moving, to + "p/T.java", use(file, "T"));
      TextTree now =
          tree(from + "p/A.java", use(file, "A"), to + "p/T.java", use(file, "T") + moving);
      Proof proof = proof(old, now, from + "p/U.java", user);
      if (to.equals(from)) {
        assertProved(proof);
      } else {
        assertNone(proof);
      }
    }
  }

  private static String use(String text, String name) {
    return text.replace("NAME", name);
  }

  @Test
  void codeOfAProgramCallsNoCodeOfItsTests() {
    String helper = "static int g(int x) { return x + 1; }";
    String old = "package p; class A { static int f(int x) { return g(x); } %s }";
    String now = "package p; class A { static int f(int x) { return T.g(x); } }";
    String target = "package p; class T { static int h; %s }";
    for (String root : List.of("src/main/java/", "src/test/java/", "b/src/main/java/")) {
      Proof proof =
          proof(
              tree(
                  "src/main/java/p/A.java",
                  old.formatted("private " + helper),
                  root + "p/T.java",
                  target.formatted("")),
              tree("src/main/java/p/A.java", now, root + "p/T.java", target.formatted(helper)));
      if (root.equals("src/main/java/")) {
        assertProved(proof);
      } else {
        assertNone(proof);
      }
    }
  }

  @Test
  void aPackageOfAnotherModuleIsSeenWhereItIsExported() {
    String text = "public class K { public int y; public K(int x) { y = x; } }";
    TextTree old = tree("m/p/K.java", "package p; " + text);
    TextTree now = tree("n/q/K.java", "package q; " + text);
    String[] rest = {
      "m/module-info.java", "module m { exports p; }", "m/p/L.java",
          "package p; public class L { }",
      "n/module-info.java", "module n { }", "n/q/J.java", "package q; class J { }",
    };
    assertNone(proof(old, now, rest));
  }

  @ParameterizedTest
  @ValueSource(strings = {"opens p;", "opens p to n;", "exports p;"})
  void aModuleNamesNoPackageWithoutClasses(String line) {
    String text = "public class K { public int y; public K(int x) { y = x; } }";
    TextTree old = tree("p/K.java", "package p; " + text);
    TextTree now = tree("q/K.java", "package q; " + text);

    String module = "module m { %s opens q; exports q; }";
    assertNone(proof(old, now, "module-info.java", module.formatted(line)));
    assertProved(proof(old, now, "module-info.java", module.formatted("")));
  }

  @Test
  void aPackageThatIsOpenedOnlyIsNotSeen() {
    String text = "public class K { public int y; public K(int x) { y = x; } }";
    TextTree old = tree("p/K.java", "package p; " + text);
    TextTree now = tree("q/K.java", "package q; " + text);
    String[] rest = {
      "module-info.java",
      "import q.*; module m { exports p; opens q; }",
      "p/L.java",
      "package p; public class L { }",
    };
    assertNone(proof(old, now, rest));
  }

  @Test
  void noTwoModulesHaveOnePackage() {
    String user = "package p; public class A { public int a() { return %s; } }";
    String helper = "package q; public class New { public static int f() { return 1 + 2; } }";
    TextTree old = tree("m/src/p/A.java", user.formatted("1 + 2"));
    TextTree now = tree("m/src/p/A.java", user.formatted("q.New.f()"), "m/src/q/New.java", helper);
    String[] rest = {
      "m/src/module-info.java",
      "module m { }",
      "n/src/module-info.java",
      "module n { }",
      "n/src/%s/K.java".formatted("q"),
      "package q; class K { }",
    };
    assertNone(proof(old, now, rest));
    rest[5] = "package r; class K { }";
    assertProved(proof(old, now, rest));
    rest[5] = "package q; class K { }";
    rest[2] = "n/src/module.txt";
    assertProved(proof(old, now, rest));
  }

  @Test
  void aPackageThatFewerModulesSeeIsNotSeen() {
    String text = "public class K { public int y; public K(int x) { y = x; } }";
    TextTree old = tree("p/K.java", "package p; " + text);
    TextTree now = tree("q/K.java", "package q; " + text);
    String module = "module m { exports p; exports q%s; }";
    String other = "package p; public class L { }";

    assertNone(proof(old, now, "module-info.java", module.formatted(" to n"), "p/L.java", other));
    assertProved(proof(old, now, "module-info.java", module.formatted(""), "p/L.java", other));
  }

  @Test
  void aModuleRequiresWhatItsCodeUses() {
    String text = "package p; public class A { Object f() { return %s; } %s }";
    String helper = "private static Object id(java.sql.Connection c) { return c; }";
    TextTree old = tree("p/A.java", text.formatted("null", ""));
    TextTree now = tree("p/A.java", text.formatted("id(null)", helper));

    assertNone(proof(old, now, "module-info.java", "module m { }"));
    assertProved(proof(old, now));
    TextTree ofBase =
        tree("p/A.java", text.formatted("id(null)", helper.replace("sql.Connection", "util.List")));
    assertProved(proof(old, ofBase, "module-info.java", "module m { }"));
  }

  @Test
  void aPackageThatThePlatformKeepsIsNotSeen() {
    String text = "package p; public class A { Object f() { return %s; } %s }";
    String helper = "private static Object id(%s c) { return c; }";
    TextTree old = tree("p/A.java", text.formatted("null", ""));
    String kept = helper.formatted("jdk.internal.misc.Unsafe");
    String shown = helper.formatted("sun.misc.Unsafe");

    assertNone(proof(old, tree("p/A.java", text.formatted("id(null)", kept))));
    assertProved(proof(old, tree("p/A.java", text.formatted("id(null)", shown))));
  }
}
