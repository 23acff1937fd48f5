package org.refverify.context;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jdt.core.compiler.InvalidInputException;
import org.eclipse.jdt.internal.compiler.classfmt.ClassFileConstants;
import org.eclipse.jdt.internal.compiler.parser.Scanner;
import org.eclipse.jdt.internal.compiler.parser.TerminalToken;

/**
 * The names of a file, found by its tokens only; they show which files need not be read.
 *
 * @param names all identifiers outside comments and strings
 * @param above those that may name a supertype: of a type declared here, or of an anonymous class
 */
record FileWords(Set<String> names, Set<String> above) {
  static FileWords of(String text) {
    Reader reader = new Reader(text);
    try {
      reader.read();
    } catch (InvalidInputException e) {
      // Code after such a place may still be recovered, so every word counts.
      Set<String> all = new HashSet<>(List.of(text.split("\\W+")));
      return new FileWords(all, all);
    }
    return new FileWords(Set.copyOf(reader.names), Set.copyOf(reader.above));
  }

  /**
   * The names of a type that is being created, with the depth of the opening parenthesis after
   * them.
   */
  private record Created(List<String> names, int depth) {}

  private static final class Reader {
    private final Scanner scanner =
        new Scanner(false, false, false, ClassFileConstants.JDK1_8, null, null, false);
    private final Set<String> names = new HashSet<>();
    private final Set<String> above = new HashSet<>();
    private final Deque<Created> created = new ArrayDeque<>();
    private int depth;
    private boolean clause;
    private List<String> naming;
    private List<String> complete = List.of();

    Reader(String text) {
      scanner.setSource(text.toCharArray());
    }

    void read() throws InvalidInputException {
      TerminalToken token = scanner.getNextToken();
      while (token != TerminalToken.TokenNameEOF) {
        if (token == TerminalToken.TokenNameLBRACE) {
          above.addAll(complete);
        }
        complete = List.of();
        switch (token) {
          case TokenNameIdentifier -> name(new String(scanner.getCurrentIdentifierSource()));
          case TokenNameextends, TokenNameimplements -> clause = true;
          case TokenNamenew -> naming = new ArrayList<>();
          case TokenNameLPAREN -> opened();
          case TokenNameRPAREN -> closed();
          case TokenNameLBRACE, TokenNameSEMICOLON, TokenNameEQUAL, TokenNameLBRACKET -> ended();
          default -> {}
        }
        token = scanner.getNextToken();
      }
    }

    private void name(String name) {
      String shared = name.intern();
      names.add(shared);
      if (clause) {
        above.add(shared);
      }
      if (naming != null) {
        naming.add(shared);
      }
    }

    private void opened() {
      if (naming != null) {
        created.push(new Created(naming, depth));
      }
      naming = null;
      depth++;
    }

    private void closed() {
      ended();
      depth--;
      if (!created.isEmpty() && created.peek().depth() == depth) {
        complete = created.pop().names();
      }
    }

    private void ended() {
      clause = false;
      naming = null;
    }
  }
}
