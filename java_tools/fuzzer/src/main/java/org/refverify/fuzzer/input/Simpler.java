package org.refverify.fuzzer.input;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.refverify.fuzzer.recipe.Input;

/**
 * Variants with fewer or smaller choices: halves and ever smaller spans cut away, then single
 * choices made 0, halved and lessened.
 */
final class Simpler implements Iterator<Trial> {
  /** Makes the trial of choices again. */
  interface Source {
    Trial make(long[] choices, Input captured);
  }

  private final Trial trial;
  private final Source source;
  private final long[] base;
  private int span;
  private int at;
  private int step;
  private Trial next;

  Simpler(Trial trial, Source source) {
    this.trial = trial;
    this.source = source;
    this.base = trimmed(trial.choices);
    this.span = base.length;
    advance();
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public Trial next() {
    if (next == null) {
      throw new NoSuchElementException();
    }
    Trial found = next;
    advance();
    return found;
  }

  private void advance() {
    next = null;
    for (long[] choices = candidate(); choices != null; choices = candidate()) {
      Trial made = source.make(choices, trial.captured);
      if (isLess(trimmed(made.choices), base)) {
        next = made;
        return;
      }
    }
  }

  private long[] candidate() {
    return span > 0 ? cut() : lessen();
  }

  private long[] cut() {
    int from = at;
    int to = Math.min(base.length, at + span);
    at += span;
    long[] choices = Corpus.without(base, from, to);
    if (at >= base.length) {
      span /= 2;
      at = 0;
    }
    return choices;
  }

  private long[] lessen() {
    while (at < base.length) {
      int kind = step++;
      if (kind == 4) {
        step = 0;
        at++;
        continue;
      }
      long value = lessened(base[at], kind);
      if (value != base[at]) {
        long[] choices = base.clone();
        choices[at] = value;
        return choices;
      }
    }
    return null;
  }

  private static long lessened(long value, int kind) {
    switch (kind) {
      case 0:
        return 0;
      case 1:
        return value / 2;
      case 2:
        return value < 0 ? (value == Long.MIN_VALUE ? value : -value) : value;
      default:
        return value > 0 ? value - 1 : value;
    }
  }

  /** Without the zeros at the end: they are what follows in any case. */
  static long[] trimmed(long[] choices) {
    int end = choices.length;
    while (end > 0 && choices[end - 1] == 0) {
      end--;
    }
    return Arrays.copyOf(choices, end);
  }

  /** Shorter, or of the same length and earlier in the order of unsigned values. */
  static boolean isLess(long[] left, long[] right) {
    if (left.length != right.length) {
      return left.length < right.length;
    }
    for (int i = 0; i < left.length; i++) {
      if (left[i] != right[i]) {
        return Long.compareUnsigned(left[i], right[i]) < 0;
      }
    }
    return false;
  }
}
