package org.refverify.prover.pairing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.refverify.prover.support.Says.notProved;
import static org.refverify.prover.support.Says.proved;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.refverify.prover.support.Compiled;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;

/** Methods, fields and classes under other names. */
class RenamesTest {
  private static final String TESTS =
      "test runners run the tests of the renamed or moved class Old under its new name, too";

  @Test
  void aPrivateField() {
    proved(
        """
        class A { private int v; int next() { return ++v; } }
        """,
        """
        class A { private int value; int next() { return ++value; } }
        """);
  }

  @Test
  void twoPrivateFieldsThatAreExchanged() {
    notProved(
        """
        class A { private int a = 1; private int b = 2; int get() { return a; } }
        """,
        """
        class A { private int c = 2; private int d = 1; int get() { return c; } }
        """);
  }

  @Test
  void aCapturedVariable() {
    proved(
        """
        class A {
          void use(int x) { }
          Runnable get(int a) {
            return new Runnable() { public void run() { use(a); } };
          }
        }
        """,
        """
        class A {
          void use(int x) { }
          Runnable get(int a) { return job(a); }
          private Runnable job(int b) {
            return new Runnable() { public void run() { use(b); } };
          }
        }
        """);
  }

  @Test
  void twoCapturedVariablesThatAreExchanged() {
    notProved(
        """
        class A {
          void use(int x, int y) { }
          Runnable get(int a, int b) {
            return new Runnable() { public void run() { use(a, b); } };
          }
        }
        """,
        """
        class A {
          void use(int x, int y) { }
          Runnable get(int a, int b) { return job(a, b); }
          private Runnable job(int c, int d) {
            return new Runnable() { public void run() { use(d, c); } };
          }
        }
        """);
  }

  @Test
  void aFieldThatATextNames() {
    notProved(
        """
        class A { private int v; Object get() throws Exception { return A.class.getDeclaredField("v"); } }
        """,
        """
        class A { private int w; Object get() throws Exception { return A.class.getDeclaredField("v"); } }
        """);
  }

  @Test
  void aNestedClass() {
    proved(
        """
        class A { int get() { return new P(3).x; } private static class P { final int x; P(int x) { this.x = x; } } }
        """,
        """
        class A { int get() { return new Point(3).x; } private static class Point { final int x; Point(int x) { this.x = x; } } }
        """);
  }

  @Test
  void whatARenamedClassAssumesIsPrinted() {
    Set<String> said =
        assumptions("class NAME { static int of(Object o) { return ((NAME) o).v; } int v; }");
    assertTrue(
        said.containsAll(
            Set.of(
                "no code and no option of the JVM looks at the name of the renamed or moved class"
                    + " Old, or finds the class by its name",
                "no code reads the name of the renamed or moved class Old in the message of an"
                    + " exception that the JVM or the platform throws, as a failed cast does",
                "no code outside the compared files shows the name of the renamed or moved class"
                    + " Old by the default text of its objects, or in a stream of objects")),
        said::toString);
    assertFalse(said.contains(TESTS), said::toString);
  }

  @Test
  void whatARenamedTestAssumesIsPrinted() {
    String check =
        "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface"
            + " Check { } ";
    Set<String> said = assumptions(check + "class NAME { @Check void one() { } }");
    assertTrue(said.contains(TESTS), said::toString);
  }

  private static Set<String> assumptions(String text) {
    Proof proof = Compiled.prove(text.replace("NAME", "Old"), text.replace("NAME", "Neu"));
    assertEquals(Outcome.PROVED, proof.outcome(), proof::toJson);
    return Set.copyOf(proof.assumptions());
  }

  @Test
  void anExceptionIsNotRenamed() {
    notProved(
        """
        class A { void get() { throw new P(); } private static class P extends RuntimeException { private static final long serialVersionUID = 1; } }
        """,
        """
        class A { void get() { throw new Q(); } private static class Q extends RuntimeException { private static final long serialVersionUID = 1; } }
        """);
  }

  @Test
  void aClassWhoseNameIsAskedForIsNotRenamed() {
    notProved(
        """
        class A { String get() { return new P().getClass().getName(); } private static class P { } }
        """,
        """
        class A { String get() { return new Q().getClass().getName(); } private static class Q { } }
        """);
  }

  @Test
  void aRecordIsNotRenamed() {
    notProved(
        """
        class A { Object get() { return new P(1); } record P(int x) { } }
        """,
        """
        class A { Object get() { return new Q(1); } record Q(int x) { } }
        """);
  }

  @Test
  void twoMethodsThatCallEachOther() {
    proved(
        """
        class A { boolean get(int n) { return e(n); } private boolean e(int n) { return n == 0 || o(n - 1); } private boolean o(int n) { return n != 0 && e(n - 1); } }
        """,
        """
        class A { boolean get(int n) { return even(n); } private boolean even(int n) { return n == 0 || odd(n - 1); } private boolean odd(int n) { return n != 0 && even(n - 1); } }
        """);
  }

  @Test
  void twoMethodsThatCallEachOtherOtherwise() {
    notProved(
        """
        class A { boolean get(int n) { return e(n); } private boolean e(int n) { return n == 0 || o(n - 1); } private boolean o(int n) { return n != 0 && e(n - 1); } }
        """,
        """
        class A { boolean get(int n) { return even(n); } private boolean even(int n) { return n == 0 || odd(n - 1); } private boolean odd(int n) { return n != 1 && even(n - 1); } }
        """);
  }
}
