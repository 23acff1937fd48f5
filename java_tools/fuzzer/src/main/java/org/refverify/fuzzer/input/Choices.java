package org.refverify.fuzzer.input;

import java.util.Arrays;

/**
 * A cursor over choices. It keeps each choice in its smallest form, so that 0 is always the
 * simplest one. After the given choices come random ones, or zeros.
 */
public final class Choices {
  /** After this many choices all are the simplest, so that types that contain themselves end. */
  private static final int MOST = 4096;

  private long[] taken;
  private int position;
  private final int given;
  private final boolean random;
  private long state;

  private Choices(long[] given, boolean random, long seed) {
    this.taken = Arrays.copyOf(given, Math.max(given.length, 32));
    this.given = Math.min(given.length, MOST);
    this.random = random;
    this.state = seed;
  }

  /** The given choices, and zeros after them. */
  public static Choices replay(long[] given) {
    return new Choices(given, false, 0);
  }

  /** The given choices, and random ones after them. */
  public static Choices random(long[] given, long seed) {
    return new Choices(given, true, seed);
  }

  /** A choice among {@code n} options, numbered from 0; {@code n} is at least 1. */
  public int below(int n) {
    if (n <= 1) {
      return 0;
    }
    long raw = raw();
    int chosen = raw >= 0 && raw < n ? (int) raw : (int) Long.remainderUnsigned(raw, n);
    keep(chosen);
    return chosen;
  }

  /** True once in {@code n} times; false is the simpler choice. */
  public boolean onceIn(int n) {
    return below(n) == n - 1;
  }

  /** Any 64 bits. */
  public long bits() {
    long raw = raw();
    keep(raw);
    return raw;
  }

  /** The choices so far, each in its smallest form. */
  public long[] taken() {
    return Arrays.copyOf(taken, Math.min(position, MOST));
  }

  private long raw() {
    if (position < given) {
      return taken[position];
    }
    return random && position < MOST ? draw() : 0;
  }

  private void keep(long value) {
    if (position < MOST) {
      if (position == taken.length) {
        taken = Arrays.copyOf(taken, 2 * taken.length);
      }
      taken[position] = value;
    }
    position++;
  }

  /** SplitMix64 (Steele, Lea and Flood 2014). */
  private long draw() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
