package org.refverify.prover.lockstep;

import java.util.Map;
import java.util.TreeMap;

/** The requirements of a path on a text. */
final class TextShape {
  private static final int LONGEST = 500;
  private static final char FILLER = 'a';

  String whole;
  String prefix = "";
  String suffix = "";
  String part = "";

  /** The required length; -1 if any length will do. */
  int length = -1;

  final Map<Integer, Character> letters = new TreeMap<>();

  /** A text of this shape; null if it would be too long. */
  String build() {
    if (whole != null) {
      return whole;
    }
    int least = letters.keySet().stream().mapToInt(at -> at + 1).max().orElse(0);
    int wanted = length >= 0 ? length : Math.max(least, (prefix + part + suffix).length());
    if (wanted > LONGEST) {
      return null;
    }
    StringBuilder text = new StringBuilder(String.valueOf(FILLER).repeat(wanted));
    put(text, wanted - suffix.length(), suffix);
    put(text, prefix.length(), part);
    put(text, 0, prefix);
    letters.forEach((at, letter) -> put(text, at, String.valueOf(letter)));
    return text.toString();
  }

  private static void put(StringBuilder text, int at, String part) {
    if (at >= 0 && at + part.length() <= text.length()) {
      text.replace(at, at + part.length(), part);
    }
  }
}
