package org.refverify.prover.lockstep;

import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;

/** What the facts of a path say about remainders: a multiple of 400 is also a multiple of 100. */
final class Divisors {
  private Divisors() {}

  /**
   * Whether a remainder is zero; null if the value is not a remainder or the path does not decide
   * it.
   */
  static Boolean divides(Sym remainder, Map<Sym, Boolean> conditions) {
    long asked = divisor(remainder);
    if (asked == 0) {
      return null;
    }
    for (Map.Entry<Sym, Boolean> fact : conditions.entrySet()) {
      Sym other = comparedWithZero(fact.getKey());
      long known = other == null ? 0 : divisor(other);
      if (known == 0 || other.arg(0) != remainder.arg(0)) {
        continue;
      }
      if (fact.getValue() && known % asked == 0) {
        return true;
      }
      if (!fact.getValue() && asked % known == 0) {
        return false;
      }
    }
    return null;
  }

  private static Sym comparedWithZero(Sym condition) {
    if (!condition.is(Op.EQUAL)) {
      return null;
    }
    Sym x = condition.arg(0);
    Sym y = condition.arg(1);
    return x.isInt(0) ? y : y.isInt(0) ? x : null;
  }

  /**
   * The divisor of an int remainder, or 0 if there is none. The last bits are a remainder for a
   * power of two.
   */
  private static long divisor(Sym remainder) {
    if (!remainder.is(Op.BINARY) || !remainder.arg(1).is(Op.INT)) {
      return 0;
    }
    long number = (Integer) remainder.arg(1).label();
    if (remainder.label().equals(Opcodes.IREM)) {
      return Math.abs(number);
    }
    boolean lastBits =
        remainder.label().equals(Opcodes.IAND) && number > 0 && Long.bitCount(number + 1) == 1;
    return lastBits ? number + 1 : 0;
  }
}
