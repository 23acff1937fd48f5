package org.refverify.prover.lockstep;

import static org.refverify.prover.support.Says.notProved;
import static org.refverify.prover.support.Says.proved;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.prover.verdict.Reason;

/** The first use of a class with a static initialiser is an event. */
class InitialisationTest {

  @Test
  void aStaticReadIsNotMovedOverIt() {
    notProved(
        Reason.ARGUMENTS,
        """
        class A { static int t; static int get() { int r = t; return r + B.x; } } class B { static int x = 1; static { A.t = 5; } }
        """,
        """
        class A { static int t; static int get() { int x = B.x; int r = t; return r + x; } } class B { static int x = 1; static { A.t = 5; } }
        """);
  }

  @Test
  void anInitialiserOfConstantsIsNone() {
    proved(
        """
        class A { int get() { int v = 1; int x = B.x; return v + x; } } class B { static int x = 1; }
        """,
        """
        class A { int get() { int x = B.x; int v = 1; return v + x; } } class B { static int x = 1; }
        """);
  }

  @Test
  void aDroppedUseIsSeen() {
    notProved(
        Reason.STATIC_INITIALISER,
        """
        class A { void get() { Object o = new B(); } } class B { static { System.out.println(1); } }
        """,
        """
        class A { void get() { } } class B { static { System.out.println(1); } }
        """);
  }

  @Test
  void anEnumOfPlainConstantsIsNone() {
    proved(
        """
        class A { E get(int x) { E e = E.Y; f(); return e; } void f() {} } enum E { X, Y }
        """,
        """
        class A { E get(int x) { f(); return E.Y; } void f() {} } enum E { X, Y }
        """);
  }

  /** A use of B is removed: code cannot notice this only if it cannot notice B's initialisation. */
  private static final String USED = "class A { void get() { int x = B.x; } } ";

  private static final String DROPPED = "class A { void get() { } } ";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class B { static int x = 1; static final B Z = new B(); B() { System.out.println(); } }",
        "class B { static int x = 1; static final B Z = new B(); { System.out.println(); } }",
        "class B { static int x = 1; static final B Z = new B(); B() { C.t = 5; } }"
            + " class C { static int t; }",
        "class B { static int x = 1; static final B Z = new B(); int y = C.t; B() { } }"
            + " class C { static int t; }",
        "class B { static int x = 1; static final B Z = new B(0); int y; B(int n) { y = 1 / n; } }",
        "class B { static int x = 1; static final B Z = new B(null); int y;"
            + " B(B other) { other.y = 1; } }",
        "class B { static int x = 1; static final B Z = new B(null); int y;"
            + " B(B other) { this.y = other.y; } }",
        "enum B { Q(null); static int x = 1; int y; B(B other) { other.y = 1; } }",
        "class B extends P { static int x = 1; static final B Z = new B(); }"
            + " class P { P() { System.out.println(); } }",
        "class B extends P { static int x = 1; static final B Z = new B(); }"
            + " class P { static int made; P() { made++; } }",
        "class B extends P { static int x = 1; static final B Z = new B(); }"
            + " class P { static int next; int id; P() { id = next; } }",
        "class B { static int x = 1; static final B Z = new B(); protected void finalize() { } }",
        "class B { static int x = 1; static final Object O = new java.io.StringReader(null); }",
        "class B { static int x = 1; static final Object O = new C(null); }"
            + " class C extends java.io.InputStream { C(B b) { b.hashCode(); }"
            + " public int read() { return 0; } }",
        "class B { static int x = 1; static final Object O = new R(null) { }; static abstract"
            + " class R extends java.io.Reader { R(Object lock) { super(lock); } public int"
            + " read(char[] c, int i, int n) { return 0; } public void close() { } } }",
        "class B { static int x = 1; static final B Z = new B(); B() { C.all.add(this); } }"
            + " class C { static java.util.List<B> all = new java.util.ArrayList<>(); }",
        "class B { static int x = 1; static final B Z = new B(new C()); B(C c) { } }"
            + " class C { C() { System.out.println(); } }",
        "class B { static int x = 1; static final B Z = new B(1); B(int n) { this(); new B(n); }"
            + " B() { } }",
        "class B { static int x = 1; static final B Z = new B((Integer) null); int y;"
            + " B(Integer n) { y = n; } }",
        "class B { static int x = 1; static int[] a = new int[-1]; }",
        "class B { static int x = 1; static int[] a = new int[1]; static { a[1] = 2; } }",
        "class B { static int x = 1; static Object[] a = new String[1];"
            + " static { a[0] = Integer.valueOf(1); } }",
        "class B { static int x = 1; static boolean c; static Object[] a = new String[1];"
            + " static { a[0] = c ? \"\" : (Object) Integer.valueOf(1); } }",
        "class B { static int x = 1; static final Object O = C.X; }"
            + " class C { static final Object X = d(); static Object d() { return null; } }",
        "class B { static int x = 1; static final Object O = C.y; }"
            + " class C { static Object y = \"\"; }",
        "class B { static int x = 1; static final Object O = C.X; }"
            + " class C { static final Object X = B.O; }",
        "class B { static int x = 1; static final Object O = C.X; }"
            + " class C extends P { static final Object X = \"a\"; }"
            + " class P { static { System.out.println(); } }",
        "enum B { Q { { System.out.println(); } }; static int x = 1; }",
        "enum B { Q { static int z = B.loud(); }; static int x = 1;"
            + " static int loud() { System.out.println(); return 1; } }",
        "enum B { Q { }; static int x = 1; B() { System.out.println(); } }",
        "class B { static int x = 1; int[] a = new int[-1]; static final B Z = new B(); }",
        "class B { static int x = 1; static final int[] a = null; static { a[0] = 1; } }",
        "record B(int y) { static int x = 1; static final B Z = new B(0);"
            + " B { if (y < 1) { throw new IllegalArgumentException(); } } }",
      })
  void anInitialiserThatMakesSomethingLoudIsSeen(String other) {
    notProved(Reason.STATIC_INITIALISER, USED + other, DROPPED + other);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "record B(long cents) { static int x = 1; static final B ZERO = new B(0); }",
        "class B { static int x = 1; static final B Z = new B(\"z\", 2); final String n; int y;"
            + " B(String n, int y) { this.n = n; this.y = y * 2; } }",
        "class B { static int x = 1; static final B Z = new B(2); int y; long z = 3;"
            + " B(int y) { this(y, 1); } B(int y, int n) { this.y = y + n; } }",
        "enum B { Q(1), R(2); static int x = 1; final int y; B(int y) { this.y = y; } }",
        "enum B { Q { int f() { return 1; } }, R { int f() { return 2; } }; static int x = 1;"
            + " abstract int f(); }",
        "class B { static int x = 1; static final E O = E.P; final java.util.List<String> l ="
            + " java.util.Collections.emptyList(); static final B Z = new B(); }"
            + " enum E { P { }, Q }",
        "class B { static int x = 1; static final int[] A = {1, 2}; static final String[] S ="
            + " {\"a\"}; static final Integer[] I = {1}; static B[] none = {}; }",
      })
  void anInitialiserOfPlainObjectsOfItsClassIsNone(String other) {
    proved(USED + other, DROPPED + other);
  }
}
