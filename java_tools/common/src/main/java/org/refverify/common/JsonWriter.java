package org.refverify.common;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes one JSON text (RFC 8259) into memory, on one line and without spaces. Everything except
 * printable ASCII is written as an escape. A lone surrogate is not text and readers reject it, so
 * U+FFFD replaces it.
 */
public final class JsonWriter {
  private static final char UNREADABLE = '\ufffd';
  private static final String DIGITS = "0123456789abcdef";

  private final StringBuilder out = new StringBuilder();
  private boolean first = true;

  /**
   * Plain data as JSON: maps, collections, booleans, numbers and null; everything else as its
   * string. The caller must pass numbers that JSON cannot represent as strings.
   */
  public static String write(Object value) {
    return new JsonWriter().value(value).toString();
  }

  /** A map that keeps the order of its arguments: key, value, key, value. */
  public static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
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

  /** Begins an object or an array. */
  public JsonWriter open(char bracket) {
    separate();
    out.append(bracket);
    first = true;
    return this;
  }

  /** Ends an object or an array. */
  public JsonWriter close(char bracket) {
    out.append(bracket);
    first = false;
    return this;
  }

  /** Writes the name of a member, whose value follows. */
  public JsonWriter key(String name) {
    string(name);
    out.append(':');
    first = true;
    return this;
  }

  /** Writes plain data, see {@link #write}. */
  public JsonWriter value(Object value) {
    if (value instanceof Map) {
      open('{');
      ((Map<?, ?>) value).forEach((key, each) -> key(key.toString()).value(each));
      return close('}');
    }
    if (value instanceof Collection) {
      open('[');
      ((Collection<?>) value).forEach(this::value);
      return close(']');
    }
    boolean isWord = value == null || value instanceof Number || value instanceof Boolean;
    return isWord ? raw(String.valueOf(value)) : string(value.toString());
  }

  public JsonWriter string(String value) {
    separate();
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char unit = value.charAt(i);
      if (unit == '"' || unit == '\\') {
        out.append('\\').append(unit);
      } else if (unit >= ' ' && unit <= '~') {
        out.append(unit);
      } else {
        escape(isLone(value, i) ? UNREADABLE : unit);
      }
    }
    out.append('"');
    return this;
  }

  /** Writes an array of strings. */
  public JsonWriter strings(Collection<String> values) {
    open('[');
    values.forEach(this::string);
    return close(']');
  }

  public JsonWriter number(int value) {
    separate();
    out.append(value);
    return this;
  }

  public JsonWriter bool(boolean value) {
    separate();
    out.append(value);
    return this;
  }

  /** Writes a value that is JSON already. */
  public JsonWriter raw(String json) {
    separate();
    out.append(json);
    return this;
  }

  private void separate() {
    if (!first) {
      out.append(',');
    }
    first = false;
  }

  private void escape(char unit) {
    out.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.append(DIGITS.charAt(unit >> shift & 15));
    }
  }

  private static boolean isLone(String value, int at) {
    char unit = value.charAt(at);
    if (Character.isHighSurrogate(unit)) {
      return at + 1 == value.length() || !Character.isLowSurrogate(value.charAt(at + 1));
    }
    return Character.isLowSurrogate(unit)
        && (at == 0 || !Character.isHighSurrogate(value.charAt(at - 1)));
  }

  /** What was written so far. */
  @Override
  public String toString() {
    return out.toString();
  }
}
