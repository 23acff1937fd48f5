package org.refverify.prover.lockstep;

import static org.refverify.prover.support.Says.notProved;
import static org.refverify.prover.support.Says.proved;

import org.junit.jupiter.api.Test;
import org.refverify.prover.verdict.Reason;

/** Handlers, and the order of what may throw. */
class ExceptionsTest {

  @Test
  void aTryStatementMovesAsAWhole() {
    proved(
        """
        class A { int p() { return 1; } int get() { try { return p(); } catch (RuntimeException e) { return 2; } finally { p(); } } }
        """,
        """
        class A { int p() { return 1; } int get() { return h(); } private int h() { try { return p(); } catch (RuntimeException e) { return 2; } finally { p(); } } }
        """);
  }

  @Test
  void aHandlerIsNotLost() {
    notProved(
        """
        class A { int p() { return 1; } int get() { try { return p(); } catch (RuntimeException e) { return 2; } } }
        """,
        """
        class A { int p() { return 1; } int get() { return p(); } }
        """);
  }

  @Test
  void aCallDoesNotLeaveItsHandler() {
    notProved(
        """
        class A { int p() { return 1; } int get() { try { int v = p(); return v; } catch (RuntimeException e) { return 2; } } }
        """,
        """
        class A { int p() { return 1; } int get() { int v = p(); try { return v; } catch (RuntimeException e) { return 2; } } }
        """);
  }

  @Test
  void checksKeepTheirOrder() {
    notProved(
        Reason.CHECK_ORDER,
        """
        class A { int get(int[] a, int d, int e) { int x = 1 / d; return x + a[e]; } }
        """,
        """
        class A { int get(int[] a, int d, int e) { int y = a[e]; return 1 / d + y; } }
        """);
  }
}
