package org.refverify.prover.compile;

import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.jdt.core.compiler.InvalidInputException;
import org.eclipse.jdt.internal.compiler.classfmt.ClassFileConstants;
import org.eclipse.jdt.internal.compiler.parser.Scanner;
import org.eclipse.jdt.internal.compiler.parser.TerminalToken;

/**
 * What a file declares at its top: found by its tokens alone, so that a whole tree is listed fast.
 *
 * @param packageName with dots; empty for the unnamed package
 * @param types simple names of the types outside all braces, in the order of the file
 */
public record TopLevel(String packageName, Set<String> types) {
  private static final Set<String> KINDS = Set.of("class", "interface", "enum", "record");

  /** Reads until the end, or until a character that no Java token has. */
  static TopLevel of(String text) {
    Reader reader = new Reader(scanner(text));
    try {
      reader.read();
    } catch (InvalidInputException e) {
      // What was found before the place holds; the compiler will complain about the rest.
    }
    return new TopLevel(reader.packageName.toString(), reader.types);
  }

  /** The package that a text declares, read no further than its first statement. */
  static String packageOf(String text) {
    Reader reader = new Reader(scanner(text));
    try {
      reader.readFirst();
    } catch (InvalidInputException e) {
      // As above.
    }
    return reader.packageName.toString();
  }

  private static Scanner scanner(String text) {
    Scanner scanner =
        new Scanner(false, false, false, ClassFileConstants.JDK1_8, null, null, false);
    scanner.setSource(text.toCharArray());
    return scanner;
  }

  private static final class Reader {
    private final Scanner scanner;
    private final StringBuilder packageName = new StringBuilder();
    private final Set<String> types = new LinkedHashSet<>();
    private int depth;
    private String last = "";

    Reader(Scanner scanner) {
      this.scanner = scanner;
    }

    void read() throws InvalidInputException {
      for (TerminalToken token = next(); token != TerminalToken.TokenNameEOF; token = next()) {
        String text = scanner.getCurrentTokenString();
        switch (token) {
          case TokenNamepackage -> readPackage();
          case TokenNameLBRACE, TokenNameLPAREN -> depth++;
          case TokenNameRBRACE, TokenNameRPAREN -> depth--;
          case TokenNameIdentifier -> readName(text);
          default -> {}
        }
        last = text;
      }
    }

    /** Annotations may stand before a package, and nothing else. */
    void readFirst() throws InvalidInputException {
      for (TerminalToken token = next(); token != TerminalToken.TokenNameEOF; token = next()) {
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

    private TerminalToken next() throws InvalidInputException {
      return scanner.getNextToken();
    }

    private void readPackage() throws InvalidInputException {
      TerminalToken token = next();
      while (token != TerminalToken.TokenNameSEMICOLON && token != TerminalToken.TokenNameEOF) {
        packageName.append(Words.plain(scanner.getCurrentTokenString()));
        token = next();
      }
    }

    private void readName(String name) {
      if (depth == 0 && KINDS.contains(last)) {
        types.add(Words.plain(name));
      }
    }
  }
}
