package org.refverify.prover.lockstep;

import static org.refverify.prover.support.Says.notProved;
import static org.refverify.prover.support.Says.proved;

import org.junit.jupiter.api.Test;
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
}
