package org.refverify.prover.lockstep;

import static org.refverify.prover.support.Says.notProved;
import static org.refverify.prover.support.Says.proved;

import org.junit.jupiter.api.Test;

/** Lambdas are compared by their bodies. */
class LambdasTest {

  @Test
  void aBodyMayCallAHelper() {
    proved(
        """
        class A { int f; Runnable get() { return () -> { f++; }; } }
        """,
        """
        class A { int f; Runnable get() { return () -> h(); } private void h() { f++; } }
        """);
  }

  @Test
  void aCapturedValueIsNotReadLater() {
    notProved(
        """
        class A { int f; java.util.function.IntSupplier get() { int v = f; return () -> v; } }
        """,
        """
        class A { int f; java.util.function.IntSupplier get() { return () -> f; } }
        """);
  }

  @Test
  void anUnboundReferenceChecksItsReceiver() {
    notProved(
        """
        class A { java.util.function.Consumer<A> get() { return a -> System.out.println(1); } }
        """,
        """
        class A { java.util.function.Consumer<A> get() { return A::h; } private void h() { System.out.println(1); } }
        """);
  }

  @Test
  void aReferenceToAHelperWithTheSameTypes() {
    proved(
        """
        class A { int f; Runnable get() { return () -> { f++; }; } }
        """,
        """
        class A { int f; Runnable get() { return this::h; } private void h() { f++; } }
        """);
  }

  @Test
  void parametersOfAReferenceStayInOrder() {
    notProved(
        """
        class A { static int m(int x, int y) { return x - y; } java.util.function.IntBinaryOperator get() { return A::m; } }
        """,
        """
        class A { static int n(int y, int x) { return x - y; } java.util.function.IntBinaryOperator get() { return A::n; } }
        """);
  }

  @Test
  void aNewObjectIsNotMadeAtEachCall() {
    notProved(
        """
        class A { java.util.function.Supplier<StringBuilder> get() { StringBuilder b = new StringBuilder(); return () -> b.append("x"); } }
        """,
        """
        class A { java.util.function.Supplier<StringBuilder> get() { return () -> new StringBuilder().append("x"); } }
        """);
  }
}
