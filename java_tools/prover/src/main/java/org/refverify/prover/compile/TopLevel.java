package org.refverify.prover.compile;

import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.jdt.core.compiler.InvalidInputException;
import org.eclipse.jdt.internal.compiler.parser.TerminalToken;

/**
 * The top-level declarations of a file, found by its tokens only, so that a whole tree is listed
 * quickly.
 *
 * @param packageName with dots; empty for the unnamed package
 * @param types simple names of the types outside all braces, in the order of the file
 */
public record TopLevel(String packageName, Set<String> types) {
  private static final Set<String> KINDS = Set.of("class", "interface", "enum", "record");

  /** Reads until the end, or until a character that no Java token contains. */
  static TopLevel of(String text) {
    Reader reader = new Reader(new Tokens(text));
    try {
      reader.read();
    } catch (InvalidInputException e) {
      // The declarations before this place are valid; the compiler will report the rest.
    }
    return new TopLevel(reader.packageName.toString(), reader.types);
  }

  /** The package that a text declares; reads no further than its first statement. */
  static String packageOf(String text) {
    Reader reader = new Reader(new Tokens(text));
    try {
      reader.readFirst();
    } catch (InvalidInputException e) {
      // As above.
    }
    return reader.packageName.toString();
  }

  private static final class Reader {
    private final Tokens tokens;
    private final StringBuilder packageName = new StringBuilder();
    private final Set<String> types = new LinkedHashSet<>();
    private int depth;
    private String last = "";

    Reader(Tokens tokens) {
      this.tokens = tokens;
    }

    void read() throws InvalidInputException {
      while (tokens.next()) {
        String word = tokens.word();
        switch (tokens.kind()) {
          case TokenNamepackage -> readPackage();
          case TokenNameLBRACE, TokenNameLPAREN -> depth++;
          case TokenNameRBRACE, TokenNameRPAREN -> depth--;
          case TokenNameIdentifier -> readName(word);
          default -> {}
        }
        last = word;
      }
    }

    /** Reads up to the package declaration; only annotations may precede it. */
    void readFirst() throws InvalidInputException {
      while (tokens.next()) {
        TerminalToken token = tokens.kind();
        switch (token) {
          case TokenNameLPAREN -> depth++;
          case TokenNameRPAREN -> depth--;
          case TokenNamepackage -> readPackage();
          default -> {}
        }
        boolean ends = token == TerminalToken.TokenNameSEMICOLON;
        boolean isBody = depth == 0 && token == TerminalToken.TokenNameLBRACE;
        if (token == TerminalToken.TokenNamepackage || ends || isBody) {
          return;
        }
      }
    }

    private void readPackage() throws InvalidInputException {
      while (tokens.next() && tokens.kind() != TerminalToken.TokenNameSEMICOLON) {
        packageName.append(tokens.word());
      }
    }

    private void readName(String name) {
      if (depth == 0 && KINDS.contains(last)) {
        types.add(name);
      }
    }
  }
}
