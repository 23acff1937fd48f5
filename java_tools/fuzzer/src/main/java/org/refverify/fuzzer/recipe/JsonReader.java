package org.refverify.fuzzer.recipe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Recursive descent over one JSON text (RFC 8259). Values are {@code LinkedHashMap}, {@code
 * ArrayList}, {@code String}, {@code Boolean}, {@code Long}, {@code Double} and null.
 */
public final class JsonReader {
  private final String text;
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  /**
   * Reads one value.
   *
   * @throws IllegalArgumentException the text is not JSON
   */
  public static Object read(String text) {
    return new JsonReader(text).document();
  }

  private Object document() {
    Object value = value();
    space();
    if (at != text.length()) {
      throw wrong();
    }
    return value;
  }

  private Object value() {
    space();
    switch (peek()) {
      case '{':
        return map();
      case '[':
        return list();
      case '"':
        return string();
      case 't':
        return word("true", true);
      case 'f':
        return word("false", false);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Map<String, Object> map() {
    Map<String, Object> map = new LinkedHashMap<String, Object>();
    at++;
    space();
    if (peek() == '}') {
      at++;
      return map;
    }
    do {
      space();
      String key = string();
      space();
      expect(':');
      map.put(key, value());
      space();
    } while (more('}'));
    return map;
  }

  private List<Object> list() {
    List<Object> list = new ArrayList<Object>();
    at++;
    space();
    if (peek() == ']') {
      at++;
      return list;
    }
    do {
      list.add(value());
      space();
    } while (more(']'));
    return list;
  }

  private boolean more(char end) {
    if (peek() == ',') {
      at++;
      return true;
    }
    expect(end);
    return false;
  }

  private String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    while (peek() != '"') {
      char c = text.charAt(at++);
      out.append(c == '\\' ? escape() : c);
    }
    at++;
    return out.toString();
  }

  private char escape() {
    char c = peek();
    at++;
    if (c == 'u') {
      if (at + 4 > text.length()) {
        throw wrong();
      }
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }
    int known = "\"\\/bfnrt".indexOf(c);
    if (known < 0) {
      throw wrong();
    }
    return "\"\\/\b\f\n\r\t".charAt(known);
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw wrong();
    }
    at += word.length();
    return value;
  }

  private Object number() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String number = text.substring(from, at);
    try {
      return integerOrReal(number);
    } catch (NumberFormatException notANumber) {
      throw wrong();
    }
  }

  private static Object integerOrReal(String number) {
    if (!number.matches("-?[0-9]+")) {
      return Double.valueOf(number);
    }
    try {
      return Long.valueOf(number);
    } catch (NumberFormatException tooLarge) {
      return Double.valueOf(number);
    }
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw wrong();
    }
    return text.charAt(at);
  }

  private void expect(char c) {
    if (peek() != c) {
      throw wrong();
    }
    at++;
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("not JSON at character " + at);
  }
}
