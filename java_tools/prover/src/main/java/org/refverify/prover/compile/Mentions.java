package org.refverify.prover.compile;

import java.util.Set;
import org.eclipse.jdt.core.compiler.InvalidInputException;
import org.eclipse.jdt.internal.compiler.parser.TerminalToken;
import org.refverify.prover.compare.ScanNames;

/**
 * Searches one source for names: as words, in strings, and in the types that declarations extend.
 */
final class Mentions {
  private final Set<String> names;

  /**
   * Whether the reader is in an {@code extends} clause; {@code depth} counts the parentheses opened
   * since.
   */
  private boolean extending;

  private int depth;

  /**
   * Whether the statement so far contains a single {@code &}, and whether it names an extended
   * type.
   */
  private boolean several;

  private boolean held;

  /**
   * Starts before the first token.
   *
   * @param names see {@link Words#inSource}
   */
  Mentions(Set<String> names) {
    this.names = names;
  }

  /**
   * Whether one of the names occurs; stops at the first one.
   *
   * @throws InvalidInputException the text is not Java
   */
  boolean isIn(Tokens tokens) throws InvalidInputException {
    boolean found = false;
    while (!found && tokens.next()) {
      String word = tokens.word();
      readClause(tokens.kind());
      readStatement(tokens.kind(), word);
      found =
          names.contains(word)
              || tokens.isText() && Words.anyOf(names, word)
              || extending && isExtended(word)
              || several && held;
    }
    return found;
  }

  private boolean isExtended(String word) {
    return names.contains(ScanNames.EXTENDS + word);
  }

  /**
   * Tracks {@code extends} clauses. An annotation in such a clause may have braces inside its
   * parentheses.
   */
  private void readClause(TerminalToken token) {
    switch (token) {
      case TokenNameextends -> {
        extending = true;
        depth = 0;
      }
      case TokenNameLPAREN -> depth++;
      case TokenNameRPAREN -> depth--;
      case TokenNameLBRACE -> extending = extending && depth > 0;
      default -> {}
    }
  }

  private void readStatement(TerminalToken token, String word) {
    switch (token) {
      case TokenNameSEMICOLON, TokenNameLBRACE, TokenNameRBRACE -> {
        several = false;
        held = false;
      }
      default -> {
        several = several || token == TerminalToken.TokenNameAND;
        held = held || isExtended(word);
      }
    }
  }
}
