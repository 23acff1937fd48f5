package org.refverify.prover.symbol;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The ints that a value can have, as far as its kind shows.
 *
 * @param low the least
 * @param high the greatest
 */
public record Range(long low, long high) {
  private static final Range ANY = new Range(Integer.MIN_VALUE, Integer.MAX_VALUE);
  private static final Range NATURAL = new Range(0, Integer.MAX_VALUE);
  private static final Range BOOLEAN = new Range(0, 1);
  private static final Range BYTE = new Range(Byte.MIN_VALUE, Byte.MAX_VALUE);
  private static final Range CHAR = new Range(Character.MIN_VALUE, Character.MAX_VALUE);
  private static final Range SHORT = new Range(Short.MIN_VALUE, Short.MAX_VALUE);
  private static final Range SIGN = new Range(-1, 1);

  /**
   * The range of a value of type int or shorter. A method's result has the range of its type,
   * because the JVM narrows results. It does not narrow arguments, so a parameter is any int; see
   * {@link Symbols#parameter}.
   */
  public static Range of(Sym value) {
    return switch (value.op()) {
      case INT -> new Range((Integer) value.label(), (Integer) value.label());
      case ARRAY_LENGTH -> NATURAL;
      case INSTANCE_OF -> BOOLEAN;
      case UNARY -> narrowed((Integer) value.label());
      case ELEMENT -> element((Integer) value.label());
      case FIELD, STATIC_FIELD -> typed(((FieldRef) value.label()).descriptor());
      case UNKNOWN -> value.label() instanceof String type ? typed(type) : ANY;
      case PURE -> value.label() instanceof String method ? typed(resultOf(method)) : ANY;
      case BINARY -> binary((Integer) value.label(), value.arg(1));
      default -> ANY;
    };
  }

  /** Whether a value that is passed for a type certainly fits into that type. */
  public static boolean fits(Sym value, Type type) {
    return type.getSort() > Type.INT || of(value).isWithin(typed(type.getDescriptor()));
  }

  boolean isWithin(Range other) {
    return other.low <= low && high <= other.high;
  }

  /** The range of a conversion to a shorter type. */
  static Range narrowed(int opcode) {
    return switch (opcode) {
      case Opcodes.I2B -> BYTE;
      case Opcodes.I2C -> CHAR;
      case Opcodes.I2S -> SHORT;
      default -> ANY;
    };
  }

  private static Range element(int opcode) {
    return switch (opcode) {
      case Opcodes.BALOAD -> BYTE;
      case Opcodes.CALOAD -> CHAR;
      case Opcodes.SALOAD -> SHORT;
      default -> ANY;
    };
  }

  private static String resultOf(String method) {
    return method.substring(method.indexOf(')') + 1);
  }

  private static Range typed(String descriptor) {
    return switch (descriptor) {
      case "Z" -> BOOLEAN;
      case "B" -> BYTE;
      case "C" -> CHAR;
      case "S" -> SHORT;
      default -> ANY;
    };
  }

  private static Range binary(int opcode, Sym right) {
    return switch (opcode) {
      case Opcodes.LCMP, Opcodes.FCMPL, Opcodes.FCMPG, Opcodes.DCMPL, Opcodes.DCMPG -> SIGN;
      case Opcodes.IAND ->
          right.is(Op.INT) && (Integer) right.label() >= 0
              ? new Range(0, (Integer) right.label())
              : ANY;
      default -> ANY;
    };
  }
}
