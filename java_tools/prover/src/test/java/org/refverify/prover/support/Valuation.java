package org.refverify.prover.support;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.objectweb.asm.Opcodes;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;

/** Some variables with values, random terms over them, and the JVM's value of a term. */
public final class Valuation {
  private static final int[] EDGES = {
    0,
    1,
    -1,
    2,
    3,
    4,
    7,
    8,
    32,
    100,
    127,
    128,
    255,
    256,
    400,
    65_535,
    65_536,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE - 1,
    Integer.MIN_VALUE + 1
  };
  private static final int[] OF_TWO = {
    Opcodes.IADD,
    Opcodes.ISUB,
    Opcodes.IMUL,
    Opcodes.IAND,
    Opcodes.IOR,
    Opcodes.IXOR,
    Opcodes.ISHL,
    Opcodes.IREM
  };
  private static final int[] OF_ONE = {Opcodes.INEG, Opcodes.I2B, Opcodes.I2C, Opcodes.I2S};

  private final Symbols symbols;
  private final Random random;
  private final Map<Sym, Number> values = new HashMap<>();
  private final List<Sym> ints;
  private final List<Sym> longs;

  /** Three ints and two longs. */
  public Valuation(Symbols symbols, Random random) {
    this.symbols = symbols;
    this.random = random;
    this.ints = List.of(variable("I", 1), variable("I", 1), variable("I", 1));
    this.longs = List.of(variable("J", 2), variable("J", 2));
    ints.forEach(x -> values.put(x, number()));
    longs.forEach(x -> values.put(x, random.nextBoolean() ? (long) number() : random.nextLong()));
  }

  private Sym variable(String type, int size) {
    return symbols.fresh(Op.UNKNOWN, type, size);
  }

  private int number() {
    return random.nextInt(8) == 0 ? random.nextInt() : EDGES[random.nextInt(EDGES.length)];
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** A term with its value, which is computed independently. */
  public record Worth(Sym term, long value) {}

  public Worth anInt(int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      Sym leaf = random.nextInt(3) == 0 ? symbols.integer(number()) : any(ints);
      return new Worth(
          leaf, leaf.is(Op.INT) ? (Integer) leaf.label() : values.get(leaf).intValue());
    }
    if (random.nextInt(8) == 0) {
      Worth x = aLong(depth - 1);
      Worth y = aLong(depth - 1);
      Sym compared = symbols.binary(Opcodes.LCMP, 1, x.term(), y.term());
      return new Worth(compared, Long.compare(x.value(), y.value()));
    }
    Worth x = anInt(depth - 1);
    if (random.nextInt(4) == 0) {
      int opcode = OF_ONE[random.nextInt(OF_ONE.length)];
      return new Worth(symbols.unary(opcode, 1, x.term()), unary(opcode, x.value()));
    }
    Worth y = anInt(depth - 1);
    int opcode = OF_TWO[random.nextInt(OF_TWO.length)];
    return opcode == Opcodes.IREM && y.value() == 0
        ? x
        : new Worth(
            symbols.binary(opcode, 1, x.term(), y.term()),
            binary(opcode, (int) x.value(), (int) y.value()));
  }

  public Worth aLong(int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      Sym leaf = random.nextInt(3) == 0 ? symbols.number((long) number()) : any(longs);
      return new Worth(
          leaf, leaf.is(Op.NUMBER) ? (Long) leaf.label() : values.get(leaf).longValue());
    }
    if (random.nextInt(3) == 0) {
      Worth x = anInt(depth - 1);
      return new Worth(symbols.unary(Opcodes.I2L, 2, x.term()), x.value());
    }
    Worth x = aLong(depth - 1);
    if (random.nextInt(8) == 0) {
      return new Worth(symbols.unary(Opcodes.LNEG, 2, x.term()), -x.value());
    }
    if (random.nextInt(5) == 0) {
      Worth by = anInt(0);
      return new Worth(
          symbols.binary(Opcodes.LSHL, 2, x.term(), by.term()), x.value() << (int) by.value());
    }
    Worth y = aLong(depth - 1);
    int[] all = {Opcodes.LADD, Opcodes.LSUB, Opcodes.LMUL, Opcodes.LAND, Opcodes.LOR, Opcodes.LXOR};
    int opcode = all[random.nextInt(all.length)];
    return new Worth(
        symbols.binary(opcode, 2, x.term(), y.term()), binary(opcode, x.value(), y.value()));
  }

  /** The value of a condition or a term. */
  public long of(Sym term) {
    return switch (term.op()) {
      case INT, NUMBER -> ((Number) term.label()).longValue();
      case UNKNOWN -> values.get(term).longValue();
      case EQUAL -> of(term.arg(0)) == of(term.arg(1)) ? 1 : 0;
      case LESS -> of(term.arg(0)) < of(term.arg(1)) ? 1 : 0;
      case UNARY -> unary((Integer) term.label(), of(term.arg(0)));
      case BINARY -> {
        int opcode = (Integer) term.label();
        long x = of(term.arg(0));
        long y = of(term.arg(1));
        yield term.getSize() == 1 && opcode != Opcodes.LCMP
            ? binary(opcode, (int) x, (int) y)
            : binary(opcode, x, y);
      }
      default -> throw new IllegalArgumentException(term.toString());
    };
  }

  private static long unary(int opcode, long x) {
    return switch (opcode) {
      case Opcodes.INEG -> -(int) x;
      case Opcodes.LNEG -> -x;
      case Opcodes.I2B -> (byte) x;
      case Opcodes.I2C -> (char) x;
      case Opcodes.I2S -> (short) x;
      case Opcodes.I2L -> x;
      default -> throw new IllegalArgumentException("operator " + opcode);
    };
  }

  @SuppressWarnings("NarrowCalculation") // An int overflows in the JVM too.
  private static long binary(int opcode, int x, int y) {
    return switch (opcode) {
      case Opcodes.IADD -> x + y;
      case Opcodes.ISUB -> x - y;
      case Opcodes.IMUL -> x * y;
      case Opcodes.IAND -> x & y;
      case Opcodes.IOR -> x | y;
      case Opcodes.IXOR -> x ^ y;
      case Opcodes.ISHL -> x << y;
      case Opcodes.IREM -> x % y;
      default -> throw new IllegalArgumentException("operator " + opcode);
    };
  }

  private static long binary(int opcode, long x, long y) {
    return switch (opcode) {
      case Opcodes.LADD -> x + y;
      case Opcodes.LSUB -> x - y;
      case Opcodes.LMUL -> x * y;
      case Opcodes.LAND -> x & y;
      case Opcodes.LOR -> x | y;
      case Opcodes.LXOR -> x ^ y;
      case Opcodes.LSHL -> x << (int) y;
      case Opcodes.LCMP -> Long.compare(x, y);
      default -> throw new IllegalArgumentException("operator " + opcode);
    };
  }
}
