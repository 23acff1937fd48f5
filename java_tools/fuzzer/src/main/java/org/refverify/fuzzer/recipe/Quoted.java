package org.refverify.fuzzer.recipe;

/** Text as Java literals in ASCII, the same on every JDK. */
public final class Quoted {
  private Quoted() {}

  /** A string literal. */
  public static String string(CharSequence text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      quoted.append(escaped(text.charAt(i), '"'));
    }
    return quoted.append('"').toString();
  }

  /** A character literal. */
  public static String unit(char unit) {
    return "'" + escaped(unit, '\'') + "'";
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
