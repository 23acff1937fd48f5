package org.refverify.prover.compile;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jdt.core.compiler.InvalidInputException;
import org.eclipse.jdt.internal.compiler.parser.TerminalToken;
import org.refverify.prover.compare.ScanNames;

/** The identifiers of a source text, outside comments and strings. */
final class Words {
  private Words() {}

  /**
   * A part of a text that is not read.
   *
   * @param start offset of its first character
   * @param end offset of its last character
   */
  record Stretch(int start, int end) {
    boolean holds(int offset) {
      return start <= offset && offset <= end;
    }
  }

  /** All identifiers outside the stretches; if the text is not Java, all words. */
  static Set<String> of(String text, List<Stretch> without) {
    Set<String> words = new HashSet<>();
    try {
      Tokens tokens = new Tokens(text);
      while (tokens.next()) {
        int at = tokens.start();
        if (tokens.kind() == TerminalToken.TokenNameIdentifier
            && without.stream().noneMatch(each -> each.holds(at))) {
          words.add(tokens.word());
        }
      }
    } catch (InvalidInputException e) {
      words.addAll(List.of(plain(text).split("[^\\p{javaJavaIdentifierPart}]+")));
    }
    return words;
  }

  /**
   * Whether a source contains one of the names as a word, in code or strings. Comments have no
   * meaning for a compiler; a Unicode escape may spell any name. If the text is not Java, all of it
   * counts. A name after {@link ScanNames#EXTENDS} is searched only in what types and variables
   * extend, and in statements with a single {@code &}, which may be a cast to several types.
   */
  static boolean inSource(Set<String> names, String text) {
    boolean escaped = text.contains("\\u");
    Set<String> all = new HashSet<>(names);
    superclasses(names).forEach(all::add);
    if (!escaped && !anyOf(all, text)) {
      return false;
    }
    try {
      return new Mentions(names).isIn(new Tokens(text));
    } catch (InvalidInputException e) {
      return escaped || anyOf(all, text);
    }
  }

  /**
   * Whether a string of a source names something: it has no blanks and contains one of the names as
   * a word. If the text is not Java, all of it counts.
   */
  static boolean inTexts(Set<String> names, String text) {
    boolean escaped = text.contains("\\u");
    if (!escaped && !anyOf(names, text)) {
      return false;
    }
    try {
      Tokens tokens = new Tokens(text);
      boolean found = false;
      while (!found && tokens.next()) {
        found = tokens.isText() && isNameOf(names, tokens.word());
      }
      return found;
    } catch (InvalidInputException e) {
      return escaped || anyOf(names, text);
    }
  }

  /** Whether a text without blanks contains one of the names as a word. */
  static boolean isNameOf(Set<String> names, String text) {
    return anyOf(names, text) && text.strip().chars().noneMatch(Character::isWhitespace);
  }

  /** A name as compilers read it, without ignorable characters such as a soft hyphen. */
  static String plain(String name) {
    if (!hasIgnorable(name)) {
      return name;
    }
    StringBuilder text = new StringBuilder();
    name.codePoints()
        .filter(each -> !Character.isIdentifierIgnorable(each))
        .forEach(text::appendCodePoint);
    return text.toString();
  }

  /** Whether there is such a character; nearly every text has none. */
  private static boolean hasIgnorable(String text) {
    for (int at = 0; at < text.length(); at++) {
      char one = text.charAt(at);
      if ((one < ' ' || one > '~') && Character.isIdentifierIgnorable(text.codePointAt(at))) {
        return true;
      }
    }
    return false;
  }

  /** The names that count only in an {@code extends} clause. */
  static Set<String> superclasses(Set<String> names) {
    return names.stream()
        .filter(name -> name.startsWith(ScanNames.EXTENDS))
        .map(name -> name.substring(ScanNames.EXTENDS.length()))
        .collect(Collectors.toSet());
  }

  /**
   * Whether a text contains one of the names as a word, or as the element type of an array, {@code
   * [LName;}.
   */
  static boolean anyOf(Set<String> names, String text) {
    int start = -1;
    int next;
    for (int at = 0; at <= text.length(); at = next) {
      // A supplementary character is two chars, which are not letters on their own.
      int one = at < text.length() ? text.codePointAt(at) : ' ';
      next = at + Character.charCount(one);
      boolean part = Character.isJavaIdentifierPart(one);
      if (part && start < 0) {
        start = at;
      } else if (!part && start >= 0) {
        String word = plain(text.substring(start, at));
        boolean element = start > 0 && text.charAt(start - 1) == '[' && word.startsWith("L");
        if (names.contains(word) || element && names.contains(word.substring(1))) {
          return true;
        }
        start = -1;
      }
    }
    return false;
  }
}
