package org.refverify.prover.lockstep;

import static org.refverify.prover.support.Says.notProved;
import static org.refverify.prover.support.Says.proved;

import org.junit.jupiter.api.Test;

/** Kept methods are stepped into if the two sides would otherwise do different things. */
class SteppingOnDemandTest {

  @Test
  void anOverloadThatDelegates() {
    proved(
        """
        class A { private int f(int x) { return f(x, 1); } private int f(int x, int y) { return x * y; } int get() { return f(2, 1); } }
        """,
        """
        class A { private int f(int x) { return f(x, 1); } private int f(int x, int y) { return x * y; } int get() { return f(2); } }
        """);
  }

  @Test
  void aDelegateLeftBehind() {
    proved(
        """
        class A { static void f(String s) { System.out.println(s); } void get() { f("a"); } }
        """,
        """
        class A { static void f(String s) { System.out.println(s); } private static void g(String s) { f(s); } void get() { g("a"); } }
        """);
  }

  @Test
  void anOverloadThatAddsSomething() {
    notProved(
        """
        class A { private int f(int x) { System.out.println(); return f(x, 1); } private int f(int x, int y) { return x * y; } int get() { return f(2, 1); } }
        """,
        """
        class A { private int f(int x) { System.out.println(); return f(x, 1); } private int f(int x, int y) { return x * y; } int get() { return f(2); } }
        """);
  }

  @Test
  void aMethodThatCanBeOverriddenIsNotSteppedInto() {
    notProved(
        """
        class A { int f(int x) { return g(x); } private int g(int x) { return x; } int get() { return g(2); } }
        """,
        """
        class A { int f(int x) { return g(x); } private int g(int x) { return x; } int get() { return f(2); } }
        """);
  }

  @Test
  void aReceiverThatMayBeNullIsChecked() {
    notProved(
        """
        class A { private int f() { return 1; } int get(A o) { return 1; } }
        """,
        """
        class A { private int f() { return 1; } int get(A o) { return o.f(); } }
        """);
  }

  @Test
  void aSynchronizedMethodIsNotSteppedInto() {
    notProved(
        """
        class A { private synchronized int f() { return 1; } int get() { return 1; } }
        """,
        """
        class A { private synchronized int f() { return 1; } int get() { return f(); } }
        """);
  }
}
