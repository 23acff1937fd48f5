package org.refverify.fuzzer.compare;

/**
 * Visit numbers: each root of a run counts from 0, so that one root cannot shift the numbers of
 * another.
 */
final class Numbering {
  private static final int SPAN = 1 << 20;

  private Numbering() {}

  static int first(int root) {
    return root * SPAN;
  }

  /** {@code #2.3}: the fourth object below the third root. */
  static String label(int number) {
    return "#" + number / SPAN + "." + number % SPAN;
  }
}
