package org.refverify.prover.lockstep;

import static org.refverify.prover.support.Says.notProved;
import static org.refverify.prover.support.Says.proved;

import org.junit.jupiter.api.Test;

/** Both sides execute the rounds of loops together. */
class LoopsTest {

  @Test
  void aLoopMovesWithItsVariables() {
    proved(
        """
        class A { int get(int n) { int r = 1; while (n > 0) { r *= n; n--; } return r; } }
        """,
        """
        class A { int get(int n) { return h(n); } private int h(int k) { int f = 1; while (k > 0) { f *= k; k--; } return f; } }
        """);
  }

  @Test
  void aRelationThatDoesNotHoldIsNotInvented() {
    notProved(
        """
        class A { int p() { return 1; } int get(int n) { int i = 0; int j = 0; while (p() > n) { i++; j++; } return i; } }
        """,
        """
        class A { int p() { return 1; } int get(int n) { int i = 0; int j = 0; while (p() > n) { i++; j += 2; } return j; } }
        """);
  }

  @Test
  void anEndlessLoopIsNotDropped() {
    notProved(
        """
        class A { void get(boolean x) { while (x) { } } }
        """,
        """
        class A { void get(boolean x) { } }
        """);
  }

  @Test
  void objectsOfTwoRoundsAreNotConfused() {
    notProved(
        """
        class A { Object o; boolean p() { return true; } Object get() { Object last = null; while (p()) { last = o; o = new Object(); } return last; } }
        """,
        """
        class A { Object o; boolean p() { return true; } Object get() { Object last = null; while (p()) { last = o; o = new Object(); } return o; } }
        """);
  }

  @Test
  void unseenObjectsAreNotConfusedInALoop() {
    notProved(
        """
        import java.util.*; class A { boolean p() { return true; } Object get() { List<Object> a = new ArrayList<>(); List<Object> b = new ArrayList<>(); while (p()) { List<Object> t = a; a = b; b = t; } return a; } }
        """,
        """
        import java.util.*; class A { boolean p() { return true; } Object get() { List<Object> a = new ArrayList<>(); List<Object> b = new ArrayList<>(); while (p()) { List<Object> t = a; a = b; b = t; } return b; } }
        """);
  }
}
