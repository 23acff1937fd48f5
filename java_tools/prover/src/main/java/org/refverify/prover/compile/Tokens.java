package org.refverify.prover.compile;

import org.eclipse.jdt.core.compiler.InvalidInputException;
import org.eclipse.jdt.internal.compiler.classfmt.ClassFileConstants;
import org.eclipse.jdt.internal.compiler.parser.Scanner;
import org.eclipse.jdt.internal.compiler.parser.TerminalToken;

/** The tokens of a source text, one after the other, without comments. */
final class Tokens {
  private final Scanner scanner =
      new Scanner(false, false, false, ClassFileConstants.JDK1_8, null, null, false);
  private TerminalToken kind;

  /** Starts before the first token. */
  Tokens(String text) {
    scanner.setSource(text.toCharArray());
  }

  /**
   * Moves to the next token.
   *
   * @return whether there is one
   * @throws InvalidInputException the text is not Java
   */
  boolean next() throws InvalidInputException {
    kind = scanner.getNextToken();
    return kind != TerminalToken.TokenNameEOF;
  }

  /** The kind of the token. */
  TerminalToken kind() {
    return kind;
  }

  /** The token as compilers read it; a name without ignorable characters. */
  String word() {
    return Words.plain(scanner.getCurrentTokenString());
  }

  /** The offset of its first character. */
  int start() {
    return scanner.getCurrentTokenStartPosition();
  }

  /** Whether it is a string. */
  boolean isText() {
    return kind == TerminalToken.TokenNameStringLiteral || kind == TerminalToken.TokenNameTextBlock;
  }
}
