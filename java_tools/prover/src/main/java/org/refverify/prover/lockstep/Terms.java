package org.refverify.prover.lockstep;

import org.objectweb.asm.Opcodes;

/** Arithmetic of whole numbers by operator, forwards and backwards. */
final class Terms {
  private static final int KINDS = 4;

  private Terms() {}

  /** The result of an operator on two numbers; null for an unknown operator. */
  static Long apply(int opcode, long x, long y) {
    Long value =
        switch (opcode) {
          case Opcodes.IADD, Opcodes.LADD -> x + y;
          case Opcodes.ISUB, Opcodes.LSUB -> x - y;
          case Opcodes.IMUL, Opcodes.LMUL -> x * y;
          case Opcodes.IDIV, Opcodes.LDIV -> y == 0 ? null : x / y;
          case Opcodes.IREM, Opcodes.LREM -> y == 0 ? null : x % y;
          case Opcodes.IAND, Opcodes.LAND -> x & y;
          case Opcodes.IOR, Opcodes.LOR -> x | y;
          case Opcodes.IXOR, Opcodes.LXOR -> x ^ y;
          case Opcodes.LCMP -> (long) Long.compare(x, y);
          default -> null;
        };
    return value == null ? null : narrowed(opcode, value);
  }

  /** The left operand for which an operator gives a result; null if none is known. */
  static Long left(int opcode, long result, long right) {
    Long value =
        switch (opcode) {
          case Opcodes.IADD, Opcodes.LADD -> result - right;
          case Opcodes.ISUB, Opcodes.LSUB -> result + right;
          case Opcodes.IMUL, Opcodes.LMUL -> factor(opcode, result, right);
          case Opcodes.IDIV, Opcodes.LDIV -> result * right;
          case Opcodes.IREM, Opcodes.LREM, Opcodes.IAND, Opcodes.LAND, Opcodes.IOR, Opcodes.LOR ->
              result;
          case Opcodes.IXOR, Opcodes.LXOR -> result ^ right;
          case Opcodes.LCMP -> right + Long.signum(result);
          default -> null;
        };
    return value == null ? null : narrowed(opcode, value);
  }

  /** The right operand for which an operator gives a result; null if none is known. */
  static Long right(int opcode, long result, long left) {
    return switch (opcode) {
      case Opcodes.ISUB, Opcodes.LSUB -> narrowed(opcode, left - result);
      case Opcodes.LCMP -> left - Long.signum(result);
      case Opcodes.IDIV, Opcodes.LDIV, Opcodes.IREM, Opcodes.LREM -> null;
      default -> left(opcode, result, left);
    };
  }

  private static Long factor(int opcode, long result, long by) {
    if (by == 0) {
      return null;
    }
    if (result % by == 0) {
      return result / by;
    }
    // An odd number has an inverse in the ring of the type; each step doubles the number of correct
    // bits.
    long inverse = by;
    for (int bits = 3; bits < Long.SIZE; bits *= 2) {
      inverse *= 2 - by * inverse;
    }
    return by % 2 == 0 ? null : narrowed(opcode, result * inverse);
  }

  private static long narrowed(int opcode, long value) {
    boolean arithmetic = opcode < Opcodes.ISHL;
    boolean isInt = arithmetic ? (opcode - Opcodes.IADD) % KINDS == 0 : (opcode & 1) == 0;
    return isInt && opcode != Opcodes.LCMP ? (int) value : value;
  }
}
