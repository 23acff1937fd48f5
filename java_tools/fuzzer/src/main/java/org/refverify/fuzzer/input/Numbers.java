package org.refverify.fuzzer.input;

import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Recipe;

/** Primitive values: small ones, edge cases, constants and values related to earlier ones. */
final class Numbers {
  private static final long[] EDGES = {
    0,
    1,
    -1,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE - 1L,
    Integer.MIN_VALUE + 1L,
    Short.MAX_VALUE,
    Short.MIN_VALUE,
    Byte.MAX_VALUE,
    Byte.MIN_VALUE,
    255,
    256,
    65535,
    65536,
    1L << 30,
    46340,
    46341,
    -46341
  };
  private static final long[] LONG_EDGES = {
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE + 1,
    Integer.MAX_VALUE + 1L,
    Integer.MIN_VALUE - 1L,
    0xFFFFFFFFL,
    1L << 32,
    1L << 62,
    1L << 53,
    (1L << 53) + 1,
    3037000500L
  };
  private static final double[] DOUBLES = {
    0.0,
    1.0,
    -1.0,
    0.5,
    -0.0,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.MIN_NORMAL,
    Float.MAX_VALUE,
    Float.MIN_VALUE,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    0.1,
    0.3,
    2.5,
    -2.5,
    1e16,
    1e-10,
    Math.PI,
    180.0,
    360.0,
    90.0
  };
  private static final Literal[] SMALL = new Literal[1280];

  static {
    for (int i = 0; i < SMALL.length; i++) {
      SMALL[i] = new Literal(i - 256);
    }
  }

  private final Pool pool;

  /** Characters, which are numbers too. */
  final Letters letters;

  Numbers(Pool pool) {
    this.pool = pool;
    this.letters = new Letters(pool, this);
  }

  /** Maker of a primitive by its descriptor. */
  Maker of(char descriptor) {
    switch (descriptor) {
      case 'Z':
        return this::truth;
      case 'B':
        return m -> narrow(m, new Shrink('B'));
      case 'S':
        return m -> narrow(m, new Shrink('S'));
      case 'C':
        return letters;
      case 'I':
        return this::integer;
      case 'J':
        return m -> narrow(m, new Shrink('J'));
      case 'F':
        return this::single;
      default:
        return this::real;
    }
  }

  private Recipe truth(Making m) {
    m.begin();
    return new Literal(m.choices.below(2) == 1);
  }

  private Recipe integer(Making m) {
    m.begin();
    int value = (int) integer(m, 32);
    m.remember((long) value);
    return literal(value);
  }

  static Literal literal(int value) {
    return value >= -256 && value < 1024 ? SMALL[value + 256] : new Literal(value);
  }

  /** A number as a value of an integral type. */
  static Literal literal(char kind, long value) {
    switch (kind) {
      case 'B':
        return new Literal((byte) value);
      case 'C':
        return new Literal((char) value);
      case 'S':
        return new Literal((short) value);
      case 'I':
        return literal((int) value);
      default:
        return new Literal(value);
    }
  }

  private static final class Shrink {
    private final char kind;

    Shrink(char kind) {
      this.kind = kind;
    }

    int width() {
      return kind == 'B' ? 8 : kind == 'S' ? 16 : 64;
    }

    Literal literal(long value) {
      return Numbers.literal(kind, value);
    }
  }

  private Recipe narrow(Making m, Shrink shrink) {
    m.begin();
    long value = integer(m, shrink.width());
    m.remember(value);
    return shrink.literal(value);
  }

  /** An integer of at most {@code width} bits; the caller must cut wider ones. */
  long integer(Making m, int width) {
    Choices c = m.choices;
    if (!m.values) {
      return plain(c, width);
    }
    switch (c.below(16)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return small(c);
      case 4:
        return c.below(64);
      case 5:
        return c.below(256) - 128L;
      case 6:
      case 7:
      case 8:
        return m.integers.isEmpty() ? small(c) : related(m);
      case 9:
      case 10:
      case 11:
        return constant(m);
      case 12:
      case 13:
        return edge(c, width);
      case 14:
        return c.bits() >> 64 - 1 - c.below(Math.max(1, width - 1));
      default:
        return c.below(1000) * (c.below(2) == 0 ? 1L : -1L);
    }
  }

  private static long plain(Choices c, int width) {
    return c.below(2) == 0 ? c.below(100) : c.bits() >> 64 - width;
  }

  private static long small(Choices c) {
    int value = c.below(16);
    return value < 12 ? value : 11 - value;
  }

  private long related(Making m) {
    boolean ofLengths = !m.lengths.isEmpty() && m.choices.below(2) == 1;
    long base = m.pick(ofLengths ? m.lengths : m.integers);
    switch (m.choices.below(10)) {
      case 0:
      case 1:
      case 2:
        return base;
      case 3:
        return base + 1;
      case 4:
        return base - 1;
      case 5:
        return -base;
      case 6:
        return base * 2;
      case 7:
        return base / 2;
      case 8:
        return base == 0 ? 0 : m.choices.below((int) Math.min(Math.abs(base), 1 << 20));
      default:
        return base + m.integers.get(m.choices.below(m.integers.size()));
    }
  }

  long constant(Making m) {
    long[] all = pool.integers(m);
    if (all.length == 0) {
      return small(m.choices);
    }
    long base = all[m.choices.below(all.length)];
    switch (m.choices.below(8)) {
      case 4:
        return base + 1;
      case 5:
        return base - 1;
      case 6:
        return -base;
      case 7:
        return base * (2 + m.choices.below(9));
      default:
        return base;
    }
  }

  private static long edge(Choices c, int width) {
    if (width == 64 && c.below(2) == 1) {
      return LONG_EDGES[c.below(LONG_EDGES.length)];
    }
    int index = c.below(EDGES.length + 8);
    if (index < EDGES.length) {
      return EDGES[index];
    }
    long power = 1L << c.below(width);
    return power + c.below(3) - 1;
  }

  private Recipe single(Making m) {
    m.begin();
    float value =
        m.values && m.choices.below(16) == 15
            ? Float.intBitsToFloat((int) m.choices.bits())
            : (float) real(m, m.choices);
    m.remember((double) value);
    return new Literal(value);
  }

  private Recipe real(Making m) {
    m.begin();
    double value = real(m, m.choices);
    m.remember(value);
    return new Literal(value);
  }

  private double real(Making m, Choices c) {
    if (!m.values) {
      return c.below(2) == 0 ? c.below(1000) / 10.0 : Double.longBitsToDouble(c.bits());
    }
    switch (c.below(12)) {
      case 0:
      case 1:
        return small(c);
      case 2:
        return (c.below(4001) - 2000) / 8.0;
      case 3:
        return (c.below(20001) - 10000) / 100.0;
      case 4:
      case 5:
        return DOUBLES[c.below(DOUBLES.length)];
      case 6:
      case 7:
        return relatedReal(m);
      case 8:
      case 9:
        return constantReal(m);
      case 10:
        return integer(m, 64);
      default:
        return Double.longBitsToDouble(c.bits());
    }
  }

  private double relatedReal(Making m) {
    if (m.doubles.isEmpty()) {
      return m.integers.isEmpty() ? small(m.choices) : related(m);
    }
    double base = m.doubles.get(m.choices.below(m.doubles.size()));
    switch (m.choices.below(8)) {
      case 2:
        return Math.nextUp(base);
      case 3:
        return -base;
      case 4:
        return base + 1;
      case 5:
        return base / 2;
      case 6:
        return 1 / base;
      case 7:
        return Math.nextAfter(base, Double.NEGATIVE_INFINITY);
      default:
        return base;
    }
  }

  private double constantReal(Making m) {
    double[] all = pool.doubles(m);
    if (all.length == 0) {
      return constant(m);
    }
    double base = all[m.choices.below(all.length)];
    switch (m.choices.below(6)) {
      case 3:
        return Math.nextUp(base);
      case 4:
        return Math.nextAfter(base, Double.NEGATIVE_INFINITY);
      case 5:
        return -base;
      default:
        return base;
    }
  }
}
