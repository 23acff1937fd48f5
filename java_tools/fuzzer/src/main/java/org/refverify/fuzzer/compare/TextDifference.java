package org.refverify.fuzzer.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Classifies the difference between two readable graphs. */
final class TextDifference {
  /** The kinds of difference. */
  enum Relation {
    /** The new side only adds an order to an unordered container. */
    SAME_BUT_ORDERED,
    /** Only floating-point numbers differ, by few units in the last place. */
    ROUNDING,
    /** Any other difference, or no texts. */
    OTHER
  }

  private static final int FEW_ULPS = 8;
  private static final String ORDERED = "ordered ";

  private TextDifference() {}

  static Relation compare(String old, String fresh) {
    if (old.isEmpty() || fresh.isEmpty()) {
      return Relation.OTHER;
    }
    List<String> left = tokens(old);
    List<String> right = tokens(fresh);
    if (left.size() == right.size() && onlyRounding(left, right)) {
      return Relation.ROUNDING;
    }
    return gainsOrder(old, fresh, left, right) ? Relation.SAME_BUT_ORDERED : Relation.OTHER;
  }

  private static boolean onlyRounding(List<String> left, List<String> right) {
    boolean rounded = false;
    for (int i = 0; i < left.size(); i++) {
      String a = left.get(i);
      String b = right.get(i);
      if (!a.equals(b)) {
        if (!isClose(a, b)) {
          return false;
        }
        rounded = true;
      }
    }
    return rounded;
  }

  private static boolean isClose(String a, String b) {
    if (!isReal(a) || !isReal(b) || a.charAt(a.length() - 1) != b.charAt(b.length() - 1)) {
      return false;
    }
    double x = Double.parseDouble(a.substring(0, a.length() - 1));
    double y = Double.parseDouble(b.substring(0, b.length() - 1));
    // Rounding is relative: no number is only a few units away from zero, however small it is.
    double larger = Math.max(Math.abs(x), Math.abs(y));
    double ulp = a.endsWith("f") ? Math.ulp((float) larger) : Math.ulp(larger);
    return x != 0 && y != 0 && Math.abs(x - y) <= FEW_ULPS * ulp;
  }

  private static boolean isReal(String token) {
    char first = token.charAt(0);
    char last = token.charAt(token.length() - 1);
    boolean digit = first >= '0' && first <= '9' || first == '-' && token.length() > 2;
    return digit && (last == 'd' || last == 'f') && token.indexOf('I') < 0;
  }

  /**
   * A rough check: the same tokens in another order, if the new side has ordered containers in
   * place of unordered ones. A lost order is a difference.
   */
  private static boolean gainsOrder(
      String old, String fresh, List<String> left, List<String> right) {
    if (count(fresh) <= count(old)) {
      return false;
    }
    Collections.sort(left);
    right.removeAll(Collections.singleton("ordered"));
    left.removeAll(Collections.singleton("ordered"));
    Collections.sort(right);
    return left.equals(right);
  }

  private static int count(String text) {
    int found = 0;
    for (int at = text.indexOf(ORDERED); at >= 0; at = text.indexOf(ORDERED, at + 1)) {
      found++;
    }
    return found;
  }

  /** Strings stay whole; the rest is split at blanks and brackets. */
  private static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<String>();
    int start = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        int end = endOfString(text, at);
        tokens.add(text.substring(at, end));
        at = end - 1;
        start = end;
      } else if (" ,=:{}[]()<>".indexOf(c) >= 0) {
        if (start < at) {
          tokens.add(text.substring(start, at));
        }
        tokens.add(String.valueOf(c));
        start = at + 1;
      }
    }
    if (start < text.length()) {
      tokens.add(text.substring(start));
    }
    tokens.removeAll(Collections.singleton(" "));
    return tokens;
  }

  private static int endOfString(String text, int begin) {
    for (int at = begin + 1; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\\') {
        at++;
      } else if (c == '"') {
        return at + 1;
      }
    }
    return text.length();
  }
}
