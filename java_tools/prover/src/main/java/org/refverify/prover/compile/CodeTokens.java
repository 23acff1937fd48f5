package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.jdt.core.compiler.InvalidInputException;
import org.eclipse.jdt.internal.compiler.parser.Scanner;
import org.eclipse.jdt.internal.compiler.parser.TerminalToken;

/** The tokens of a piece of code, with the syntactic roles of its names. */
record CodeTokens(List<Token> all) {
  private static final Pattern NAME =
      Pattern.compile(
          "\"(?:[\\p{javaJavaIdentifierPart}]+[./#])*([\\p{javaJavaIdentifierPart}]+)\"");

  /** A token as the compiler reads it. */
  record Token(TerminalToken kind, String text) {
    boolean is(TerminalToken wanted) {
      return kind == wanted;
    }
  }

  /** Reads a text; empty if it is not Java, or has an escape that could spell any name. */
  static Optional<CodeTokens> of(String text) {
    if (text.contains("\\u")) {
      return Optional.empty();
    }
    List<Token> found = new ArrayList<>();
    Scanner scanner = new Scanner(false, false, false, CompilerSettings.NEWEST, null, null, false);
    scanner.setSource(text.toCharArray());
    try {
      for (TerminalToken kind = scanner.getNextToken();
          kind != TerminalToken.TokenNameEOF;
          kind = scanner.getNextToken()) {
        found.add(new Token(kind, Words.plain(scanner.getCurrentTokenString())));
      }
    } catch (InvalidInputException e) {
      return Optional.empty();
    }
    return Optional.of(new CodeTokens(List.copyOf(found)));
  }

  /** The tokens as one text: two pieces of code have the same text only if they are equal. */
  String text() {
    return all.stream().map(Token::text).collect(Collectors.joining("\u0001"));
  }

  /** All names. */
  Set<String> words() {
    return all.stream().filter(CodeTokens::isName).map(Token::text).collect(Collectors.toSet());
  }

  /** The names that may be called methods, once for each place. */
  List<String> calls() {
    return places(true);
  }

  /** The names that may be variables, once for each place. */
  List<String> variables() {
    return places(false);
  }

  private List<String> places(boolean calls) {
    List<String> found = new ArrayList<>();
    for (int at = 0; at < all.size(); at++) {
      if (isName(all.get(at)) && (calls ? mayBeCalled(at) : !isFollowedByParenthesis(at))) {
        found.add(all.get(at).text());
      }
    }
    return found;
  }

  /**
   * Whether a method's name can be at a place: before its arguments or at the end of a method
   * reference.
   */
  private boolean mayBeCalled(int at) {
    int before = afterTypeArguments(at - 1);
    boolean ends = before >= 0 && all.get(before).is(TerminalToken.TokenNameCOLON_COLON);
    return ends || isFollowedByParenthesis(at);
  }

  /** The place before the type arguments that end at a place; the place itself if none do. */
  private int afterTypeArguments(int end) {
    int depth = 0;
    for (int at = end; at >= 0; at--) {
      depth +=
          switch (all.get(at).kind()) {
            case TokenNameGREATER -> 1;
            case TokenNameRIGHT_SHIFT -> 2;
            case TokenNameUNSIGNED_RIGHT_SHIFT -> 3;
            case TokenNameLESS -> -1;
            default -> 0;
          };
      if (depth <= 0) {
        return at == end ? end : at - 1;
      }
    }
    return -1;
  }

  private boolean isFollowedByParenthesis(int at) {
    return at + 1 < all.size() && all.get(at + 1).is(TerminalToken.TokenNameLPAREN);
  }

  /**
   * The last parts of the strings that are names, with or without dots, because code may look them
   * up.
   */
  Set<String> namesInStrings() {
    Set<String> found = new HashSet<>();
    for (Token each : all) {
      Matcher name = NAME.matcher(each.text());
      if (name.matches()) {
        found.add(name.group(1));
      }
    }
    return found;
  }

  private static boolean isName(Token token) {
    return token.is(TerminalToken.TokenNameIdentifier);
  }
}
