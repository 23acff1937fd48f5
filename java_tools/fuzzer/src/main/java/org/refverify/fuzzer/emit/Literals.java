package org.refverify.fuzzer.emit;

import org.refverify.fuzzer.recipe.Quoted;

/** Java literals that give exactly the same value. */
final class Literals {
  private Literals() {}

  /** A literal of a boxed primitive, a string or null. */
  static String of(Object value) {
    if (value instanceof String) {
      return Quoted.string((String) value);
    }
    if (value instanceof Character) {
      return Quoted.unit((Character) value);
    }
    if (value instanceof Long) {
      return (Long) value == Long.MIN_VALUE ? "Long.MIN_VALUE" : value + "L";
    }
    if (value instanceof Integer) {
      return (Integer) value == Integer.MIN_VALUE ? "Integer.MIN_VALUE" : value.toString();
    }
    if (value instanceof Byte) {
      return "(byte) " + value;
    }
    if (value instanceof Short) {
      return "(short) " + value;
    }
    if (value instanceof Float) {
      return single((Float) value);
    }
    return value instanceof Double ? real((Double) value) : String.valueOf(value);
  }

  private static String single(float value) {
    if (Float.isNaN(value)) {
      return "Float.NaN";
    }
    if (Float.isInfinite(value)) {
      return value > 0 ? "Float.POSITIVE_INFINITY" : "Float.NEGATIVE_INFINITY";
    }
    return value + "f";
  }

  private static String real(double value) {
    if (Double.isNaN(value)) {
      return "Double.NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Double.POSITIVE_INFINITY" : "Double.NEGATIVE_INFINITY";
    }
    return Double.toString(value);
  }
}
