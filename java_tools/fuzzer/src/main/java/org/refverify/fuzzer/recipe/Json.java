package org.refverify.fuzzer.recipe;

import java.util.Map;

/**
 * Plain data as JSON: maps with string keys, lists, strings, booleans, numbers and null. Reading
 * returns {@code LinkedHashMap}, {@code ArrayList}, {@code String}, {@code Boolean}, {@code Long},
 * {@code Double}. Everything except printable ASCII is written as an escape. A lone surrogate is
 * not text and readers reject it, so U+FFFD replaces it. The caller must write numbers that JSON
 * cannot represent as strings.
 */
public final class Json {
  private static final int UNREADABLE = 0xfffd;

  private Json() {}

  /**
   * Reads one value.
   *
   * @throws IllegalArgumentException the text is not JSON
   */
  public static Object read(String text) {
    return new JsonReader(text).document();
  }

  /** Writes one value on one line. */
  public static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  /** Whether JSON can represent the string: it has no lone surrogate. */
  public static boolean isText(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (isLone(value, i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLone(String value, int at) {
    char unit = value.charAt(at);
    if (Character.isHighSurrogate(unit)) {
      return at + 1 == value.length() || !Character.isLowSurrogate(value.charAt(at + 1));
    }
    return Character.isLowSurrogate(unit)
        && (at == 0 || !Character.isHighSurrogate(value.charAt(at - 1)));
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map) {
      map((Map<?, ?>) value, out);
    } else if (value instanceof Iterable) {
      list((Iterable<?>) value, out);
    } else if (value == null || value instanceof Boolean || value instanceof Number) {
      out.append(value);
    } else {
      string(value.toString(), out);
    }
  }

  private static void map(Map<?, ?> value, StringBuilder out) {
    String before = "{";
    for (Map.Entry<?, ?> entry : value.entrySet()) {
      out.append(before);
      string(String.valueOf(entry.getKey()), out);
      out.append(": ");
      write(entry.getValue(), out);
      before = ", ";
    }
    out.append(value.isEmpty() ? "{}" : "}");
  }

  private static void list(Iterable<?> value, StringBuilder out) {
    out.append('[');
    String before = "";
    for (Object part : value) {
      out.append(before);
      write(part, out);
      before = ", ";
    }
    out.append(']');
  }

  private static void string(String value, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c >= ' ' && c < 127) {
        out.append(c);
      } else {
        out.append(String.format("\\u%04x", isLone(value, i) ? UNREADABLE : (int) c));
      }
    }
    out.append('"');
  }
}
