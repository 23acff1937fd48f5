package org.refverify.prover.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.prover.support.ByJavac;
import org.refverify.prover.support.Compiled;
import org.refverify.prover.verdict.Outcome;

/** A loop is passed by a call only if it certainly ends, in the form of either compiler. */
class CountedLoopTest {

  private static String before(String loop) {
    return code(loop + " log(n); return r;");
  }

  private static String after(String loop) {
    return code("log(n); " + loop + " return r;");
  }

  private static String code(String body) {
    return "abstract class A { int f; abstract void log(int n); int get(int n, int m, int[] a) {"
        + " int r = 1; "
        + body
        + " } }";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "for (int i = 0; i < n; i++) { r *= 3; }",
        "for (int i = 0; n > i; ++i) { r += i; }",
        "for (int i = n; i > 0; i--) { r += i; }",
        "for (int i = n; i != m; i++) { r ^= i; }",
        "for (int i = 0; i < 100_000; i++) { r = r * 31 + i; }",
        "for (int i = 9; i > m; i--) { if (r > n) { r -= i; continue; } r += 2; }",
        "for (int i = 0; i < n; i++) { if (r > m) { break; } r += i; }",
        "int i = 0; do { r += i; i++; } while (i < n);",
        "double d = 1; for (int i = 0; i < n; i++) { d /= 3; r += d > 0.5 ? 1 : 2; }",
        "long s = 0; for (int i = 0; i < n; i++) { long t = s + i; s = t * t; r = (int) s; }"
      })
  void aLoopThatEndsIsPassed(String loop) {
    assertEquals(Outcome.PROVED, ByJavac.prove(before(loop), after(loop)));
    assertEquals(Outcome.PROVED, Compiled.prove(before(loop), after(loop)).outcome());
  }

  @Test
  void whatAVariableOfTheRoundHeldBeforeDoesNotMatter() {
    String loop = "for (int i = 0; i < n; i++) { int next = r + i; r = next * next; }";
    String before = code(loop + " log(n); return r;");
    String after = code("{ int first = n; int second = n; log(second); } " + loop + " return r;");
    assertEquals(Outcome.PROVED, ByJavac.prove(before, after));
  }

  @Test
  void whatAVariableHeldMattersWhereThereIsNoRound() {
    String loop = "for (int i = 0; i < n; i++) { r = i * i; }";
    String before = code(loop + " log(n); return r;");
    String after = code("log(n); r = m; " + loop + " return r;");
    assertNotEquals(Outcome.PROVED, ByJavac.prove(before, after));
  }

  @Test
  void whatAVariableHeldMattersWhereARoundDoesNotSetIt() {
    String loop = "int k = %s; for (int i = 0; i < n; i++) { if (i > m) { k = i; } r += k; }";
    String before = code(loop.formatted("1") + " log(n); return r;");
    String after = code("log(n); " + loop.formatted("2") + " return r;");
    assertNotEquals(Outcome.PROVED, ByJavac.prove(before, after));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "for (int i = 0; i <= n; i++) { r *= 3; }",
        "for (int i = n; i >= m; i--) { r *= 3; }",
        "for (int i = 0; i < n; i += 2) { r *= 3; }",
        "for (int i = 0; i < n; i++) { n++; }",
        "for (int i = 0; i < n; i++) { if (r == m) { i--; } r++; }",
        "for (int i = 0; i < n; i++) { r += i; i = r; }",
        "int i = 0; while (i < n) { if (r == m) { continue; } i++; }",
        "for (int i = 0; r < n; i++) { r = i & 7; }",
        "for (int i = 0; (r > m ? i : m) < n; i++) { r++; }",
        "for (int i = 0; i < (r > m ? n : m); i++) { r++; }",
        "for (int i = 0, j = n; i < j; i++, j++) { r++; }",
        "for (int i = 0; i < n; i++) { r += 100 / m; }",
        "for (int i = 0; i < n; i++) { r += a[i]; }",
        "for (int i = 0; i < f; i++) { r += 2; }",
        "for (int i = 0; i < n; i++) { f = i; }",
        "for (int i = 0; i < n; i++) { log(i); }",
        "for (int i = 0; i < n; i++) { for (int j = i; j != n; j += 2) { r++; } }",
        "for (long i = 0; i < n; i += m) { r++; }",
        "for (double i = 0; i < n; i += 1e-20) { r++; }",
        "while (r != n) { r += 3; }"
      })
  void aLoopThatNeedNotEndOrDoesMoreIsNot(String loop) {
    assertNotEquals(Outcome.PROVED, ByJavac.prove(before(loop), after(loop)));
    assertNotEquals(Outcome.PROVED, Compiled.prove(before(loop), after(loop)).outcome());
  }
}
