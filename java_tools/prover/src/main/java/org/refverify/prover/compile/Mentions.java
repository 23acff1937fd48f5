package org.refverify.prover.compile;

import java.util.Set;
import org.eclipse.jdt.core.compiler.InvalidInputException;
import org.eclipse.jdt.internal.compiler.parser.TerminalToken;
import org.refverify.prover.compare.ScanNames;

/** Looks for names in one source: as words, in strings, and in what types extend. */
final class Mentions {
  private final Set<String> names;

  /** Whether what types and variables extend is being read, and parentheses open since then. */
  private boolean extending;

  private int depth;

  /**
   * Of the statement so far: whether a single {@code &} stands in it, and a name that is extended.
   */
  private boolean several;

  private boolean held;

  /**
   * Nothing read yet.
   *
   * @param names see {@link Words#inSource}
   */
  Mentions(Set<String> names) {
    this.names = names;
  }

  /**
   * Whether one of the names is there; reads no further than to the first.
   *
   * @throws InvalidInputException the text is no Java
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

  /** An annotation among what is extended may have braces, in its parentheses. */
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
