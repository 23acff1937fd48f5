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

/** The tokens of a piece of code, with what the syntax says of the names among them. */
record CodeTokens(List<Token> all) {
  private static final Pattern NAME =
      Pattern.compile(
          "\"(?:[\\p{javaJavaIdentifierPart}]+[./#])*([\\p{javaJavaIdentifierPart}]+)\"");

  /** A token as compilers take it. */
  record Token(TerminalToken kind, String text) {
    boolean is(TerminalToken wanted) {
      return kind == wanted;
    }
  }

  /** Reads a text; empty where it is no Java, or has an escape that could spell any name. */
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

  /** The tokens as one text: two pieces of code have the same only if they are equal. */
  String text() {
    return all.stream().map(Token::text).collect(Collectors.joining("\u0001"));
  }

  /** All names. */
  Set<String> words() {
    return all.stream().filter(CodeTokens::isName).map(Token::text).collect(Collectors.toSet());
  }

  /** Those that can be the name of a method that is called, once for each place. */
  List<String> calls() {
    return places(true);
  }

  /** Those that can be the name of a variable, once for each place. */
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

  /** A method's name is before its arguments, or ends a method reference. */
  private boolean mayBeCalled(int at) {
    int before = afterTypeArguments(at - 1);
    boolean ends = before >= 0 && all.get(before).is(TerminalToken.TokenNameCOLON_COLON);
    return ends || isFollowedByParenthesis(at);
  }

  /** The place before type arguments that end at a place; the place itself where none do. */
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

  /** The last parts of the strings that are names, with dots or not: code may look for them. */
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
