package org.refverify.fuzzer.emit;

/** Java literals that give back exactly the same value. */
final class Literals {
  private Literals() {}

  /** A literal of a boxed primitive, a string or null. */
  static String of(Object value) {
    if (value instanceof String) {
      return string((String) value);
    }
    if (value instanceof Character) {
      return "'" + escaped((Character) value, '\'') + "'";
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

  /** A string literal in ASCII. */
  static String string(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      quoted.append(escaped(text.charAt(i), '"'));
    }
    return quoted.append('"').toString();
  }

  private static String escaped(char unit, char quote) {
    switch (unit) {
      case '\n':
        return "\\n";
      case '\r':
        return "\\r";
      case '\t':
        return "\\t";
      case '\\':
        return "\\\\";
      default:
        if (unit == quote) {
          return "\\" + unit;
        }
        return unit >= ' ' && unit < 127
            ? String.valueOf(unit)
            : String.format("\\u%04x", (int) unit);
    }
  }
}
