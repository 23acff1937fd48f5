package org.refverify.fuzzer.input;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.refverify.fuzzer.recipe.Input;

/**
 * Variants with fewer or smaller choices: first halves and smaller and smaller spans are removed,
 * then single choices become 0, are halved and decreased, then one is decreased and some after it
 * are removed (a count and a counted part).
 */
final class Simpler implements Iterator<Trial> {
  /** Makes the trial of choices again. */
  interface Source {
    Trial make(long[] choices, Input captured);
  }

  private static final int LENGTHS = 5;
  private static final int REACH = 12;
  private final Trial trial;
  private final Source source;
  private final long[] base;
  private int span;
  private int at;
  private int step;
  private int first;
  private int tried;
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
      // Choices have another meaning after a cut: the choices that the maker took decide, not those
      // that were cut.
      if (isLess(trimmed(made.choices), base)) {
        next = made;
        return;
      }
    }
  }

  private long[] candidate() {
    if (span > 0) {
      return cut();
    }
    long[] lessened = lessen();
    return lessened != null ? lessened : lessenAndCut();
  }

  private long[] lessenAndCut() {
    while (first < base.length) {
      int start = first + 1 + tried / LENGTHS;
      int length = 1 + tried % LENGTHS;
      tried++;
      if (base[first] == 0 || tried > REACH * LENGTHS || start >= base.length) {
        first++;
        tried = 0;
      } else if (start + length <= base.length) {
        long[] choices = Corpus.without(base, start, start + length);
        choices[first] = base[first] > 0 ? base[first] - 1 : 0;
        return choices;
      }
    }
    return null;
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

  /** The choices without the zeros at the end, which follow in any case. */
  static long[] trimmed(long[] choices) {
    int end = choices.length;
    while (end > 0 && choices[end - 1] == 0) {
      end--;
    }
    return Arrays.copyOf(choices, end);
  }

  /**
   * Whether the left choices are shorter, or of the same length and earlier in the order of
   * unsigned values.
   */
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
