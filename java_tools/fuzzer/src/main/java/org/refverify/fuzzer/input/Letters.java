package org.refverify.fuzzer.input;

import java.util.List;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Recipe;

/** Single UTF-16 units: plain ones, unusual ones, and those of constants and earlier texts. */
final class Letters implements Maker {
  private static final String CHARS =
      "aAbzZ09 _-.,\t\n\r"
          + "\f\b\u000b\u001c\u001f"
          + "/\\\"'()[]{}<>=+*&%$#@!?;:|~^`\u0000\u007f\u0080\u00a0\u00df\u00e9\u00ff"
          + "\u0100\u0130\u0131\u017f\u0301\u03a3\u03c2\u0661\u2003\u2028\u20ac\ud800\udc00\ufeff\uffff";
  private static final Literal[] ASCII = new Literal[128];

  static {
    for (int i = 0; i < ASCII.length; i++) {
      ASCII[i] = new Literal((char) i);
    }
  }

  private final Pool pool;
  private final Numbers numbers;

  Letters(Pool pool, Numbers numbers) {
    this.pool = pool;
    this.numbers = numbers;
  }

  @Override
  public Recipe make(Making m) {
    m.begin();
    char value = character(m);
    m.remember((long) value);
    return value < 128 ? ASCII[value] : new Literal(value);
  }

  /** One UTF-16 unit. */
  char character(Making m) {
    return character(m, m.choices.below(m.values ? 10 : 2));
  }

  private char character(Making m, int kind) {
    Choices c = m.choices;
    switch (kind) {
      case 0:
        return (char) ('a' + c.below(3));
      case 1:
        return (char) (' ' + c.below(95));
      case 2:
        return (char) ((c.below(2) == 0 ? 'a' : 'A') + c.below(26));
      case 3:
        return (char) ('0' + c.below(10));
      case 4:
        return CHARS.charAt(c.below(CHARS.length()));
      case 5:
        return (char) numbers.constant(m);
      case 6:
      case 7:
        return ofEarlier(m);
      case 8:
        return (char) c.bits();
      default:
        return ofConstant(m);
    }
  }

  private static char ofEarlier(Making m) {
    if (!m.texts.isEmpty()) {
      String text = m.pick(m.texts);
      if (!text.isEmpty()) {
        return text.charAt(m.choices.below(text.length()));
      }
    }
    return (char) ('a' + m.choices.below(26));
  }

  private char ofConstant(Making m) {
    List<String> texts = pool.texts(m);
    if (!texts.isEmpty()) {
      String text = m.pick(texts);
      if (!text.isEmpty()) {
        return text.charAt(m.choices.below(text.length()));
      }
    }
    return (char) ('A' + m.choices.below(26));
  }
}
