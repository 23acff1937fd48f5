package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Recipe;

/** Strings: short ones, constants and their edits, numbers, words, and difficult Unicode. */
final class TextMaker implements Maker {
  private static final String[] WORDS = {
    "",
    "a",
    " ",
    "abc",
    "A",
    "ab",
    "aa",
    "0",
    "1",
    "-1",
    "true",
    "false",
    "null",
    "Hello World",
    "hello",
    "TRUE",
    "yes",
    "no",
    "on",
    "off",
    "\n",
    "\t",
    "\r\n",
    "  a  b ",
    "camelCase",
    "CONSTANT_CASE",
    "snake_case",
    "a,b,c",
    "a=b",
    "key=value&k=v",
    "a.b.c",
    "/a/b/../c",
    "C:\\a\\b.txt",
    "http://example.com:80/p?q=1#f",
    "user@example.com",
    "2020-02-29",
    "12:34:56",
    "2024-01-31T23:59:59Z",
    "<a>&amp;</a>",
    "{\"a\":[1,2]}",
    "(()[]{})",
    "((",
    "a*b+c?",
    "%s%d",
    "racecar",
    "1.0",
    "1.2.3",
    "01",
    "127.0.0.1",
    "::1",
    "0xFF",
    "XIV",
    "1e10",
    "NaN",
    "Infinity",
    "deadBEEF",
    "file.tar.gz",
    ".hidden",
    "the quick brown fox",
    "file.separator",
    "java.specification.version"
  };
  private static final String[] HARD = {
    "\u0130",
    "\u0131",
    "\u00df",
    "I",
    "i",
    "\u00e9",
    "e\u0301",
    "\ud83d\ude00",
    "a\ud83d\ude00b",
    "\ud83d",
    "\ude00",
    "\u0000",
    "\u00a0",
    "\u2003",
    "\u2028",
    "\ufeff",
    "\u03a3",
    "\u03c2",
    "\u0661\u0662",
    "\uff11",
    "\u4e2d\u6587",
    "\u05d0",
    "\ud835\udfd9",
    "\uffff",
    "\u0085",
    "\u001c",
    "\u000b",
    "\u01c5",
    "\ufb01"
  };
  private static final String[] SEPARATORS = {
    " ", ",", ".", "/", "-", "_", ":", ";", "=", "\n", "\\", "|", "\t", "", "  ", "&", "\r\n", "@"
  };
  private static final String[] ALPHABETS = {
    "ab",
    "abc",
    "01",
    "0123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "aAbB ",
    "()[]{}",
    "abcxyzABCXYZ0129 ._-",
    " \t\n",
    "0123456789abcdefABCDEF",
    "+-*/()0123456789",
    "IVXLCDM",
    "<>&\"'a",
    "\\/:*?\"<>|."
  };
  private static final String DIGITS = "0123456789";
  private final Pool pool;
  private final Numbers numbers;

  TextMaker(Pool pool, Numbers numbers) {
    this.pool = pool;
    this.numbers = numbers;
  }

  @Override
  public Recipe make(Making m) {
    m.begin();
    String text = text(m);
    m.remember(text);
    return new Literal(text);
  }

  /** A string that is not remembered yet. */
  String text(Making m) {
    if (!m.values) {
      return plain(m);
    }
    if (!m.named.isEmpty() && m.choices.below(3) == 2) {
      return member(m);
    }
    switch (m.choices.below(16)) {
      case 0:
      case 1:
      case 2:
        return ofAlphabet(m);
      case 3:
        return WORDS[m.choices.below(WORDS.length)];
      case 4:
      case 5:
        return constant(m);
      case 6:
        return edited(m, m.choices.below(3) == 2 ? m.oneOf(WORDS) : constant(m));
      case 7:
        return m.texts.isEmpty() ? ofAlphabet(m) : m.pick(m.texts);
      case 8:
      case 9:
        return m.texts.isEmpty() ? constant(m) : edited(m, m.pick(m.texts));
      case 10:
        return number(m);
      case 11:
        return joined(m);
      case 12:
        return hard(m);
      case 13:
        return repeated(m);
      case 14:
        return fitted(m);
      default:
        return ofCharacters(m);
    }
  }

  /** A member of a class that occurred before, usually the last one. */
  private static String member(Making m) {
    boolean last = m.choices.below(4) > 0;
    ClassShape shape = last ? m.named.get(m.named.size() - 1) : m.pick(m.named);
    List<ClassShape.Method> methods = new ArrayList<ClassShape.Method>(shape.methods.values());
    int index = m.choices.below(methods.size() + shape.fields.size() + 1);
    if (index < methods.size()) {
      m.called = methods.get(index);
      return m.called.name;
    }
    index -= methods.size();
    return index < shape.fields.size() ? shape.fields.get(index).name : shape.name;
  }

  private static String plain(Making m) {
    int length = m.choices.below(17);
    char[] units = new char[length];
    for (int i = 0; i < length; i++) {
      units[i] = (char) m.choices.bits();
    }
    return new String(units);
  }

  private static String ofAlphabet(Making m) {
    String alphabet = ALPHABETS[m.choices.below(ALPHABETS.length)];
    int length = m.size(40);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(m.choices.below(alphabet.length())));
    }
    return text.toString();
  }

  private String ofCharacters(Making m) {
    int length = m.size(20);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(numbers.letters.character(m));
    }
    return text.toString();
  }

  private String constant(Making m) {
    List<String> all = pool.texts(m);
    return all.isEmpty() ? ofAlphabet(m) : m.pick(all);
  }

  private String number(Making m) {
    long value = numbers.integer(m, 64);
    switch (m.choices.below(10)) {
      case 8:
        return value + constant(m);
      case 9:
        return constant(m) + value;
      case 1:
        return Integer.toString((int) value);
      case 2:
        return "+" + value;
      case 3:
        return "0x" + Long.toHexString(value);
      case 4:
        return value + "." + m.choices.below(1000);
      case 5:
        return value + "e" + (m.choices.below(40) - 20);
      case 6:
        return "0" + value;
      case 7:
        return value + "LdfL%".substring(m.choices.below(5));
      default:
        return Long.toString(value);
    }
  }

  private String joined(Making m) {
    String separator = m.choices.below(2) == 0 ? m.oneOf(SEPARATORS) : String.valueOf(unit(m));
    int count = m.size(8);
    int kind = m.choices.below(6);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : separator).append(kind < 4 ? part(m, kind) : part(m));
    }
    return text.toString();
  }

  /** A character with which the byte code compares, or any. */
  private char unit(Making m) {
    long[] all = pool.elements;
    boolean compared = all.length > 0 && m.choices.below(2) == 1;
    return compared ? (char) all[m.choices.below(all.length)] : numbers.letters.character(m);
  }

  private String part(Making m) {
    return part(m, m.choices.below(4));
  }

  private String part(Making m, int kind) {
    switch (kind) {
      case 0:
        return WORDS[m.choices.below(WORDS.length)];
      case 1:
        return ofAlphabet(m);
      case 2:
        return Long.toString(numbers.integer(m, 32));
      default:
        return constant(m);
    }
  }

  /**
   * A text with a length from the byte code: the beginning of a constant, then characters of one
   * alphabet.
   */
  private String fitted(Making m) {
    int wanted = pool.length(m, 64);
    if (wanted < 0) {
      return edited(m, edited(m, WORDS[m.choices.below(WORDS.length)]));
    }
    String alphabet = m.choices.below(2) == 0 ? DIGITS : m.oneOf(ALPHABETS);
    StringBuilder text = new StringBuilder(beginning(m));
    while (text.length() < wanted) {
      text.append(alphabet.charAt(m.choices.below(alphabet.length())));
    }
    text.setLength(wanted);
    return text.toString();
  }

  private String beginning(Making m) {
    switch (m.choices.below(4)) {
      case 0:
        return "";
      case 1:
        return compared(m);
      default:
        return constant(m);
    }
  }

  /** The characters with which the byte code compares, in their order. */
  private String compared(Making m) {
    long[] all = pool.elements;
    StringBuilder text = new StringBuilder();
    int from = all.length == 0 ? 0 : m.choices.below(2) * m.choices.below(all.length);
    for (int i = from; i < all.length && text.length() < 64; i++) {
      text.append((char) all[i]);
    }
    return text.toString();
  }

  private static String hard(Making m) {
    int count = 1 + m.choices.below(3);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      String[] from = m.choices.below(3) == 2 ? WORDS : HARD;
      text.append(from[m.choices.below(from.length)]);
    }
    return text.toString();
  }

  private String repeated(Making m) {
    String unit = m.choices.below(2) == 0 ? String.valueOf(numbers.letters.character(m)) : part(m);
    int count = m.choices.below(4) < 3 ? m.choices.below(10) : m.choices.below(70);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count && text.length() < 300; i++) {
      text.append(unit);
    }
    return text.toString();
  }

  /** Swaps two adjacent characters. */
  private static String swapped(String base, int at) {
    return at + 1 < base.length()
        ? base.substring(0, at) + base.charAt(at + 1) + base.charAt(at) + base.substring(at + 2)
        : base;
  }

  private String edited(Making m, String base) {
    int from = m.choices.below(base.length() + 1);
    int to = from + m.choices.below(base.length() - from + 1);
    switch (m.choices.below(15)) {
      case 14:
        return swapped(base, from);
      case 0:
        return base.substring(0, from);
      case 1:
        return base.substring(from);
      case 2:
        return base.substring(from, to);
      case 3:
        return base.substring(0, from) + unit(m) + base.substring(from);
      case 4:
        return from == base.length() ? base : base.substring(0, from) + base.substring(from + 1);
      case 5:
        return base.substring(0, from)
            + unit(m)
            + base.substring(Math.min(base.length(), from + 1));
      case 6:
        return base.toUpperCase(Locale.ROOT);
      case 7:
        return base.toLowerCase(Locale.ROOT);
      case 8:
        return new StringBuilder(base).reverse().toString();
      case 9:
        return part(m) + base;
      case 10:
        return base + part(m);
      case 11:
        return base.length() > 200 ? base : base + base;
      case 12:
        return " " + base + (m.choices.below(2) == 0 ? " " : "\n");
      default:
        return base.substring(0, from) + part(m) + base.substring(to);
    }
  }
}
