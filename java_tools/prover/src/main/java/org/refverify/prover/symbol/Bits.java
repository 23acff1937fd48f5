package org.refverify.prover.symbol;

import org.objectweb.asm.Opcodes;

/**
 * Computes which bits of a whole number may be set. An int is treated as the long of the same
 * value.
 */
final class Bits {
  private static final long ALL = -1;

  private Bits() {}

  static long of(Sym x) {
    return switch (x.op()) {
      case INT -> (Integer) x.label();
      case NUMBER -> x.label() instanceof Long number ? number : ALL;
      case UNARY -> x.label().equals(Opcodes.I2L) ? of(x.arg(0)) : ofRange(x);
      case BINARY -> ofOperator(x);
      default -> ofRange(x);
    };
  }

  private static long ofOperator(Sym x) {
    return switch ((Integer) x.label()) {
      case Opcodes.IAND, Opcodes.LAND -> of(x.arg(0)) & of(x.arg(1));
      case Opcodes.IMUL -> (int) shifted(x);
      case Opcodes.LMUL -> shifted(x);
      case Opcodes.IADD, Opcodes.LADD -> {
        long left = of(x.arg(0));
        long right = of(x.arg(1));
        yield (left & right) == 0 ? left | right : ALL;
      }
      default -> ofRange(x);
    };
  }

  /** The bits of a multiple by a power of two. */
  private static long shifted(Sym x) {
    Sym by = x.arg(1);
    boolean number = by.is(Op.INT) || by.is(Op.NUMBER);
    long times = number ? ((Number) by.label()).longValue() : 0;
    return Long.bitCount(times) == 1 ? of(x.arg(0)) << Long.numberOfTrailingZeros(times) : ALL;
  }

  private static long ofRange(Sym x) {
    long high = x.getSize() == 1 && Range.of(x).low() >= 0 ? Range.of(x).high() : ALL;
    return high <= 0 ? high : ALL >>> Long.numberOfLeadingZeros(high);
  }
}
