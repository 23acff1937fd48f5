package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.run.Clue;

/** Other values for one value of an input, according to what the code compared. */
final class Variants {
  /** Spaces, control characters, digits and letters for which character classes disagree. */
  private static final String ODD_LETTERS =
      "\f\u000B\u0000\u0008\u001C\u001F\u007F\u0085\u00A0\u2007\u2028\u3000\uFEFF"
          + "\u0130\u0131\u017F\u00B5\u03BC\u03C2\u01C5\u00DF\u00AA\u0660\u0969\uFF11\u2167$_";

  private static final int LONGEST = 400;
  private static final int LARGEST = 80;

  private final SplittableRandom random;
  private final boolean resizable;

  /** Takes whether containers may grow or shrink, because nothing refers to values by number. */
  Variants(SplittableRandom random, boolean resizable) {
    this.random = random;
    this.resizable = resizable;
  }

  /** Variants in which a value that resembles one side of the clue resembles the other. */
  List<Recipe> of(Recipe value, Clue clue) {
    List<Recipe> found = new ArrayList<Recipe>();
    switch (clue.kind) {
      case NUMBER:
        numbers(value, (Long) clue.left, (Long) clue.right, found);
        numbers(value, (Long) clue.right, (Long) clue.left, found);
        break;
      case REAL:
        reals(value, (Double) clue.left, (Double) clue.right, found);
        reals(value, (Double) clue.right, (Double) clue.left, found);
        break;
      case TEXT:
        texts(value, (String) clue.left, (String) clue.right, found);
        texts(value, (String) clue.right, (String) clue.left, found);
        break;
      case HASHED:
        colliding(value, (String) clue.left, found);
        break;
      default:
        letters(value, (char) (long) (Long) clue.left, found);
    }
    return found;
  }

  private void numbers(Recipe value, long from, long to, List<Recipe> found) {
    if (value instanceof ArrayValue) {
      resized((ArrayValue) value, from, to, found);
    } else if (value instanceof Made) {
      resized((Made) value, from, to, found);
    } else if (value instanceof Literal) {
      Object literal = ((Literal) value).value;
      if (literal instanceof String) {
        units((String) literal, from, to, found);
        lengths((String) literal, from, to, found);
      } else if (isWhole(literal) && whole(literal) == from) {
        add(found, literal, to);
        add(found, literal, to + 1);
        add(found, literal, to - 1);
      }
    }
  }

  private void resized(ArrayValue array, long from, long to, List<Recipe> found) {
    if (array.elements.size() == from && resizable && to >= 0 && to <= LARGEST) {
      List<Recipe> parts = resized(array.elements, (int) to);
      if (parts != null) {
        found.add(new ArrayValue(array.element, parts));
      }
    }
  }

  private void resized(Made made, long from, long to, List<Recipe> found) {
    if (made.then.size() == from && resizable && to >= 0 && to <= LARGEST) {
      List<Call> then = resized(made.then, (int) to);
      if (then != null) {
        found.add(new Made(made.creation, then));
      }
    }
  }

  private <T> List<T> resized(List<T> parts, int size) {
    if (parts.isEmpty() && size > 0) {
      return null;
    }
    List<T> other = new ArrayList<T>(parts.subList(0, Math.min(size, parts.size())));
    while (other.size() < size) {
      other.add(parts.get(random.nextInt(parts.size())));
    }
    return other;
  }

  private void units(String text, long from, long to, List<Recipe> found) {
    int first = from < 0 || from > Character.MAX_VALUE ? -1 : text.indexOf((char) from);
    if (first < 0 || to < 0 || to > Character.MAX_VALUE) {
      return;
    }
    int at = text.indexOf((char) from, random.nextInt(text.length()));
    at = at < 0 ? first : at;
    found.add(with(text, at, (char) to));
    found.add(with(text, at, (char) (to + (random.nextInt(2) == 0 ? 1 : -1))));
  }

  private void lengths(String text, long from, long to, List<Recipe> found) {
    if (text.length() == from && to >= 0 && to <= LONGEST) {
      found.add(new Literal(sized(text, (int) to)));
      found.add(new Literal(sized(text, (int) to + 1)));
    }
  }

  private String sized(String text, int length) {
    StringBuilder sized = new StringBuilder(text);
    sized.setLength(Math.min(length, text.length()));
    while (sized.length() < length) {
      boolean other = text.isEmpty() || random.nextInt(2) == 0;
      sized.append(
          other ? (char) ('a' + random.nextInt(26)) : text.charAt(random.nextInt(text.length())));
    }
    return sized.toString();
  }

  private static Recipe with(String text, int at, char unit) {
    return new Literal(text.substring(0, at) + unit + text.substring(at + 1));
  }

  private static void reals(Recipe value, double from, double to, List<Recipe> found) {
    if (!(value instanceof Literal) || !(((Literal) value).value instanceof Number)) {
      return;
    }
    Number literal = (Number) ((Literal) value).value;
    if (literal.doubleValue() != from) {
      return;
    }
    if (literal instanceof Double) {
      Collections.addAll(
          found,
          new Literal(to),
          new Literal(Math.nextUp(to)),
          new Literal(to == 0 ? -to : -1 / to));
    } else if (literal instanceof Float) {
      Collections.addAll(found, new Literal((float) to), new Literal(Math.nextUp((float) to)));
    } else {
      add(found, literal, (long) to);
      add(found, literal, (long) to + 1);
    }
  }

  private void texts(Recipe value, String from, String to, List<Recipe> found) {
    if (!(value instanceof Literal) || !(((Literal) value).value instanceof String)) {
      return;
    }
    String text = (String) ((Literal) value).value;
    if (text.length() + to.length() > LONGEST) {
      return;
    }
    int at = from.isEmpty() ? -1 : text.indexOf(from);
    if (at >= 0) {
      found.add(new Literal(text.substring(0, at) + to + text.substring(at + from.length())));
    }
    if (text.equals(from) && !to.isEmpty()) {
      found.add(new Literal(otherCase(to)));
    }
    if (text.contains(to)) {
      return;
    }
    int place = random.nextInt(text.length() + 1);
    found.add(new Literal(text.substring(0, place) + to + text.substring(place)));
    found.add(new Literal(to + text));
    found.add(new Literal(text + to));
  }

  /**
   * Adds another text with the same hash: a character decreased by 31 compensates for the one
   * before it increased by 1.
   */
  private void colliding(Recipe value, String text, List<Recipe> found) {
    boolean same = value instanceof Literal && text.equals(((Literal) value).value);
    if (same && text.length() > 1) {
      int at = random.nextInt(text.length() - 1);
      Literal more = (Literal) with(text, at, (char) (text.charAt(at) + 1));
      found.add(with((String) more.value, at + 1, (char) (text.charAt(at + 1) - 31)));
    }
  }

  private void letters(Recipe value, char letter, List<Recipe> found) {
    if (!(value instanceof Literal)) {
      return;
    }
    Object literal = ((Literal) value).value;
    char other = random.nextInt(2) == 0 ? otherCase(letter) : odd();
    if (literal instanceof String && ((String) literal).indexOf(letter) >= 0) {
      found.add(with((String) literal, ((String) literal).indexOf(letter), other));
    } else if (isWhole(literal) && whole(literal) == letter) {
      add(found, literal, other);
    }
  }

  private char odd() {
    return ODD_LETTERS.charAt(random.nextInt(ODD_LETTERS.length()));
  }

  private static String otherCase(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    return upper.equals(text) ? text.toLowerCase(Locale.ROOT) : upper;
  }

  private static char otherCase(char letter) {
    char upper = Character.toUpperCase(letter);
    return upper == letter ? Character.toLowerCase(letter) : upper;
  }

  /** A value moved by the difference of the two sides of a clue; null if it is not a number. */
  Recipe moved(Recipe value, long by) {
    if (!(value instanceof Literal)) {
      return null;
    }
    Object literal = ((Literal) value).value;
    if (literal instanceof String && !((String) literal).isEmpty()) {
      String text = (String) literal;
      int at = random.nextInt(text.length());
      return with(text, at, (char) (text.charAt(at) + by));
    }
    return isWhole(literal) ? of(literal, whole(literal) + by) : null;
  }

  private static void add(List<Recipe> found, Object like, long value) {
    found.add(of(like, value));
  }

  static boolean isWhole(Object literal) {
    return literal instanceof Character
        || literal instanceof Number && !(literal instanceof Double || literal instanceof Float);
  }

  static long whole(Object literal) {
    return literal instanceof Character ? (Character) literal : ((Number) literal).longValue();
  }

  static Literal of(Object like, long value) {
    if (like instanceof Character) {
      return new Literal((char) value);
    }
    if (like instanceof Integer) {
      return new Literal((int) value);
    }
    if (like instanceof Byte) {
      return new Literal((byte) value);
    }
    return like instanceof Short ? new Literal((short) value) : new Literal(value);
  }
}
