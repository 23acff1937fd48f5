package org.refverify.prover.lockstep;

import static org.refverify.prover.support.Says.notProved;
import static org.refverify.prover.support.Says.proved;

import org.junit.jupiter.api.Test;
import org.refverify.prover.verdict.Reason;

/** Reads commute with writes to other kinds of locations only. */
class HeapKindsTest {

  @Test
  void aReadPassesAWriteToAnotherField() {
    proved(
        """
        class A { int x; int y; int get(A o) { int v = x; o.y = 1; return v; } }
        """,
        """
        class A { int x; int y; int get(A o) { o.y = 1; return x; } }
        """);
  }

  @Test
  void aReadDoesNotPassAWriteToItsField() {
    notProved(
        Reason.ARGUMENTS,
        """
        class A { int x; int get(A o) { int v = x; o.x = 1; return v; } }
        """,
        """
        class A { int x; int get(A o) { o.x = 1; return x; } }
        """);
  }

  @Test
  void aReadDoesNotPassACall() {
    notProved(
        Reason.ARGUMENTS,
        """
        class A { int x; void set() { x = 2; } int get() { int v = x; set(); return v + 1; } }
        """,
        """
        class A { int x; void set() { x = 2; } int get() { set(); return x + 1; } }
        """);
  }

  @Test
  void aReadPassesAWriteToAnArrayOfAnotherKind() {
    proved(
        """
        class A { int get(int[] a, long[] b) { int v = a[0]; long w = b[0]; b[0] = 1; return v; } }
        """,
        """
        class A { int get(int[] a, long[] b) { int u = a[0]; long w = b[0]; b[0] = 1; return a[0]; } }
        """);
  }

  @Test
  void aReadDoesNotPassAWriteToAnArrayOfItsKind() {
    notProved(
        Reason.ARGUMENTS,
        """
        class A { int get(int[] a, int[] b) { int v = a[0]; b[0] = 1; return v; } }
        """,
        """
        class A { int get(int[] a, int[] b) { int u = a[0]; b[0] = 1; return a[0]; } }
        """);
  }

  @Test
  void bytesAndBooleansAreOneKind() {
    notProved(
        Reason.ARGUMENTS,
        """
        class A { byte get(byte[] a, boolean[] b) { byte v = a[0]; b[0] = true; return v; } }
        """,
        """
        class A { byte get(byte[] a, boolean[] b) { byte u = a[0]; b[0] = true; return a[0]; } }
        """);
  }

  @Test
  void aWriteToAVolatileFieldRenewsAll() {
    notProved(
        Reason.ARGUMENTS,
        """
        class A { int x; volatile int y; int get() { int v = x; y = 1; return v; } }
        """,
        """
        class A { int x; volatile int y; int get() { y = 1; return x; } }
        """);
  }

  @Test
  void aFinalFieldMayBeReadLater() {
    proved(
        """
        class A { final int x; A(int x) { this.x = x; } void f() {} int get() { int v = x; f(); return v; } }
        """,
        """
        class A { final int x; A(int x) { this.x = x; } void f() {} int get() { f(); return x; } }
        """);
  }

  @Test
  void aFinalFieldMayNotBeReadLaterInAConstructor() {
    notProved(
        Reason.ARGUMENTS,
        """
        class A { final int x; A(A o) { int u = o.x; int v = o.x; x = 1; f(v); } void f(int v) {} }
        """,
        """
        class A { final int x; A(A o) { int u = o.x; x = 1; int v = o.x; f(v); } void f(int v) {} }
        """);
  }

  @Test
  void aFinalFieldMayNotBeReadLaterInALambda() {
    notProved(
        Reason.ARGUMENTS,
        """
        class A { final int x; A(int x) { job().run(); this.x = x; } void f(int v) {} Runnable job() { int v = x; return () -> f(v); } }
        """,
        """
        class A { final int x; A(int x) { job().run(); this.x = x; } void f(int v) {} Runnable job() { return () -> f(x); } }
        """);
  }

  @Test
  void aFieldThatIsFinalInOneVersionOnlyMayNotBeReadLater() {
    notProved(
        Reason.ARGUMENTS,
        """
        class A { int x = "".length(); void f() {} int get() { int v = x; f(); return v; } }
        """,
        """
        class A { final int x = "".length(); void f() {} int get() { f(); return x; } }
        """);
  }
}
