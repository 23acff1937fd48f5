package org.refverify.prover.symbol;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;

/**
 * Brings terms of ints and longs into a normal form. Addition and multiplication in the JVM form a
 * ring modulo 2 to the power of 32 or 64, so the parts of a sum may be reordered and combined, even
 * if they overflow. Order, division and floating point do not form a ring and are left as they are.
 */
final class Arithmetic {
  /** The greatest number of different parts in one sum; a longer sum becomes a single part. */
  private static final int LONGEST = 32;

  private final Symbols symbols;
  private final Set<Sym> tooLong = new HashSet<>();

  Arithmetic(Symbols symbols) {
    this.symbols = symbols;
  }

  /** The parts of a sum with their factors, and a constant. */
  private static final class Sum {
    private final Map<Sym, Long> parts = new TreeMap<>(Comparator.comparingInt(Sym::id));
    private long constant;

    void add(Sym part, long times) {
      parts.merge(part, times, Long::sum);
    }
  }

  Sym negated(int size, Sym x) {
    Sum sum = new Sum();
    collect(x, -1, sum);
    return term(sum, size);
  }

  /** A conversion to a shorter type, which keeps only the last bits. */
  Sym narrowed(int opcode, Sym x) {
    if (x.is(Op.INT)) {
      int value = (Integer) x.label();
      return symbols.integer(
          opcode == Opcodes.I2B
              ? (byte) value
              : opcode == Opcodes.I2C ? (char) value : (short) value);
    }
    return Range.of(x).isWithin(Range.narrowed(opcode)) ? x : symbols.term(Op.UNARY, opcode, 1, x);
  }

  /** The term in normal form; null if the operator has no normal form. */
  Sym binary(int opcode, int size, Sym x, Sym y) {
    return switch (opcode) {
      case Opcodes.IADD, Opcodes.LADD -> sum(opcode, size, x, y, 1);
      case Opcodes.ISUB, Opcodes.LSUB -> sum(opcode, size, x, y, -1);
      case Opcodes.IMUL, Opcodes.LMUL -> product(opcode, size, x, y);
      case Opcodes.ISHL -> y.is(Op.INT) ? times(size, x, 1L << ((Integer) y.label() & 31)) : null;
      case Opcodes.LSHL -> y.is(Op.INT) ? times(size, x, 1L << ((Integer) y.label() & 63)) : null;
      case Opcodes.IAND, Opcodes.LAND -> masked(opcode, size, x, y);
      case Opcodes.IOR, Opcodes.IXOR, Opcodes.LOR, Opcodes.LXOR -> bits(opcode, size, x, y);
      case Opcodes.LCMP -> compared(opcode, opcode, x, y);
      case Opcodes.FCMPL -> compared(opcode, Opcodes.FCMPG, x, y);
      case Opcodes.FCMPG -> compared(opcode, Opcodes.FCMPL, x, y);
      case Opcodes.DCMPL -> compared(opcode, Opcodes.DCMPG, x, y);
      case Opcodes.DCMPG -> compared(opcode, Opcodes.DCMPL, x, y);
      default -> null;
    };
  }

  /**
   * Compares with the older value first. If the operands are swapped, the sign changes, also for
   * NaN.
   */
  private Sym compared(int opcode, int turned, Sym x, Sym y) {
    return x.id() <= y.id()
        ? symbols.term(Op.BINARY, opcode, 1, x, y)
        : negated(1, symbols.term(Op.BINARY, turned, 1, y, x));
  }

  /** The same equation between two ints with fewer parts; null if there is no shorter one. */
  Sym[] equation(Sym x, Sym y) {
    if (!isSum(x) && !isSum(y)) {
      return null;
    }
    Sum sum = new Sum();
    collect(x, 1, sum);
    collect(y, -1, sum);
    sum.parts.values().removeIf(times -> times.intValue() == 0);
    int constant = (int) sum.constant;
    if (sum.parts.isEmpty()) {
      return new Sym[] {symbols.integer(constant), symbols.integer(0)};
    }
    Sym[] parts = sum.parts.keySet().toArray(Sym[]::new);
    int first = sum.parts.get(parts[0]).intValue();
    if (parts.length == 1 && Math.abs(first) == 1) {
      return new Sym[] {parts[0], symbols.integer(first == 1 ? -constant : constant)};
    }
    boolean difference =
        parts.length == 2
            && constant == 0
            && Math.abs(first) == 1
            && sum.parts.get(parts[1]).intValue() == -first;
    return difference ? parts : null;
  }

  private static boolean isSum(Sym x) {
    return x.is(Op.BINARY)
            && (x.label().equals(Opcodes.IADD)
                || x.label().equals(Opcodes.ISUB)
                || x.label().equals(Opcodes.IMUL))
        || x.is(Op.UNARY) && x.label().equals(Opcodes.INEG);
  }

  private Sym sum(int opcode, int size, Sym x, Sym y, int sign) {
    Sum sum = new Sum();
    collect(x, 1, sum);
    collect(y, sign, sum);
    if (sum.parts.size() > LONGEST) {
      Sym whole = symbols.term(Op.BINARY, opcode, size, x, y);
      tooLong.add(whole);
      return whole;
    }
    return term(sum, size);
  }

  private Sym product(int opcode, int size, Sym x, Sym y) {
    if (isNumber(x)) {
      return times(size, y, number(x));
    }
    return isNumber(y) ? times(size, x, number(y)) : ordered(opcode, size, x, y);
  }

  private Sym times(int size, Sym x, long by) {
    Sum sum = new Sum();
    collect(x, by, sum);
    return term(sum, size);
  }

  private Sym masked(int opcode, int size, Sym x, Sym y) {
    if (!isNumber(x) && !isNumber(y)) {
      return ordered(opcode, size, x, y);
    }
    Sym other = isNumber(x) ? y : x;
    long mask = number(isNumber(x) ? x : y);
    if (isNumber(other)) {
      return constant(mask & number(other), size);
    }
    if ((Bits.of(other) & ~mask) == 0) {
      return other;
    }
    boolean ofAnInt = isLong(other) && mask >= 0 && mask <= Integer.MAX_VALUE;
    if (ofAnInt) {
      Sym part = masked(Opcodes.IAND, 1, other.arg(0), symbols.integer((int) mask));
      return symbols.unary(Opcodes.I2L, 2, part);
    }
    return symbols.term(Op.BINARY, opcode, size, other, constant(mask, size));
  }

  private static boolean isLong(Sym x) {
    return x.is(Op.UNARY) && x.label().equals(Opcodes.I2L);
  }

  /**
   * Rewrites bit operations as sums if no carry or borrow can occur: an {@code or} of numbers
   * without a common bit is an addition, and an {@code xor} that inverts bits within a mask is a
   * subtraction from the mask.
   */
  private Sym bits(int opcode, int size, Sym x, Sym y) {
    if (isNumber(x) && isNumber(y)) {
      boolean or = opcode == Opcodes.IOR || opcode == Opcodes.LOR;
      return constant(or ? number(x) | number(y) : number(x) ^ number(y), size);
    }
    boolean exclusive = opcode == Opcodes.IXOR || opcode == Opcodes.LXOR;
    Sym mask = isNumber(x) ? x : y;
    Sym turned = isNumber(x) ? y : x;
    if (exclusive && isNumber(mask) && (Bits.of(turned) & ~number(mask)) == 0) {
      return sum(size == 1 ? Opcodes.ISUB : Opcodes.LSUB, size, mask, turned, -1);
    }
    return (Bits.of(x) & Bits.of(y)) == 0
        ? sum(size == 1 ? Opcodes.IADD : Opcodes.LADD, size, x, y, 1)
        : ordered(opcode, size, x, y);
  }

  private Sym ordered(int opcode, int size, Sym x, Sym y) {
    boolean swap = x.isConstant() ? !y.isConstant() : !y.isConstant() && x.id() > y.id();
    return swap
        ? symbols.term(Op.BINARY, opcode, size, y, x)
        : symbols.term(Op.BINARY, opcode, size, x, y);
  }

  private static boolean isNumber(Sym x) {
    return x.is(Op.INT) || x.is(Op.NUMBER) && x.label() instanceof Long;
  }

  private static long number(Sym x) {
    return ((Number) x.label()).longValue();
  }

  private void collect(Sym x, long times, Sum sum) {
    if (isNumber(x)) {
      sum.constant += times * number(x);
      return;
    }
    if (tooLong.contains(x) || !x.is(Op.BINARY) && !x.is(Op.UNARY)) {
      sum.add(x, times);
      return;
    }
    switch ((Integer) x.label()) {
      case Opcodes.IADD, Opcodes.LADD -> {
        collect(x.arg(0), times, sum);
        collect(x.arg(1), times, sum);
      }
      case Opcodes.ISUB, Opcodes.LSUB -> {
        collect(x.arg(0), times, sum);
        collect(x.arg(1), -times, sum);
      }
      case Opcodes.INEG, Opcodes.LNEG -> collect(x.arg(0), -times, sum);
      case Opcodes.IMUL, Opcodes.LMUL -> {
        if (isNumber(x.arg(1))) {
          collect(x.arg(0), times * number(x.arg(1)), sum);
        } else {
          sum.add(x, times);
        }
      }
      default -> sum.add(x, times);
    }
  }

  /**
   * Builds the sum: first the added parts, then the subtracted ones, each from the oldest on; the
   * constant comes last.
   */
  private Sym term(Sum sum, int size) {
    Sym all = null;
    for (Map.Entry<Sym, Long> part : sum.parts.entrySet()) {
      if (wrapped(part.getValue(), size) > 0) {
        Sym multiple = multiple(part.getKey(), part.getValue(), size);
        all = all == null ? multiple : plain(Opcodes.IADD, Opcodes.LADD, size, all, multiple);
      }
    }
    for (Map.Entry<Sym, Long> part : sum.parts.entrySet()) {
      if (wrapped(part.getValue(), size) < 0) {
        Sym multiple = multiple(part.getKey(), -part.getValue(), size);
        all =
            all == null
                ? symbols.term(Op.UNARY, size == 1 ? Opcodes.INEG : Opcodes.LNEG, size, multiple)
                : plain(Opcodes.ISUB, Opcodes.LSUB, size, all, multiple);
      }
    }
    long constant = wrapped(sum.constant, size);
    if (all == null) {
      return constant(constant, size);
    }
    return constant == 0
        ? all
        : plain(Opcodes.IADD, Opcodes.LADD, size, all, constant(constant, size));
  }

  private Sym multiple(Sym part, long times, int size) {
    long by = wrapped(times, size);
    return by == 1 ? part : plain(Opcodes.IMUL, Opcodes.LMUL, size, part, constant(by, size));
  }

  private Sym plain(int ofInts, int ofLongs, int size, Sym x, Sym y) {
    return symbols.term(Op.BINARY, size == 1 ? ofInts : ofLongs, size, x, y);
  }

  private Sym constant(long value, int size) {
    return size == 1 ? symbols.integer((int) value) : symbols.number(value);
  }

  private static long wrapped(long value, int size) {
    return size == 1 ? (int) value : value;
  }
}
