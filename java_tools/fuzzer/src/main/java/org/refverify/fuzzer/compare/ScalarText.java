package org.refverify.fuzzer.compare;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.refverify.fuzzer.recipe.Quoted;

/** Values as Java literals, the same on every JDK. */
final class ScalarText {
  private ScalarText() {}

  static String integral(long value, char type) {
    switch (type) {
      case 'Z':
        return value == 0 ? "false" : "true";
      case 'C':
        return Quoted.unit((char) value);
      case 'B':
        return "(byte) " + value;
      case 'S':
        return "(short) " + value;
      case 'J':
        return value + "L";
      default:
        return Long.toString(value);
    }
  }

  /** Shortest decimal that reads back as the same number ({@code Double.toString} is not). */
  static String real(double value, char type) {
    String suffix = type == 'F' ? "f" : "d";
    if (Double.isNaN(value)) {
      return "NaN" + suffix;
    }
    if (Double.isInfinite(value)) {
      return (value > 0 ? "Infinity" : "-Infinity") + suffix;
    }
    if (value == 0) {
      return (1 / value < 0 ? "-0.0" : "0.0") + suffix;
    }
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; digits <= 17; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      String text = rounded.stripTrailingZeros().toString();
      boolean same =
          type == 'F' ? Float.parseFloat(text) == (float) value : Double.parseDouble(text) == value;
      if (same) {
        return text + suffix;
      }
    }
    return exact + suffix;
  }
}
