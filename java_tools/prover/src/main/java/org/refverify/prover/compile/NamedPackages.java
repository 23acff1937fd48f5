package org.refverify.prover.compile;

import java.util.Set;
import org.eclipse.jdt.core.compiler.InvalidInputException;

/** The packages that a source imports as a whole, or that a module exports or opens. */
final class NamedPackages {
  /** The tokens that end the name of a package. */
  private static final Set<String> ENDS = Set.of("*", ";", "to");

  private NamedPackages() {}

  /** Whether a text imports all of one of the packages, or exports or opens it from a module. */
  static boolean needs(Set<String> packages, String text) {
    return names(Set.of("import", "exports", "opens"), ENDS, packages, text);
  }

  /** Whether a module exports a package, to all modules or only to some. */
  static boolean exports(String packageName, String text) {
    return names(Set.of("exports"), ENDS, Set.of(packageName), text);
  }

  /** Whether a module exports a package to all others. */
  static boolean exportsToAll(String packageName, String text) {
    return names(Set.of("exports"), Set.of(";"), Set.of(packageName), text);
  }

  private static boolean names(
      Set<String> heads, Set<String> ends, Set<String> packages, String text) {
    String plain = Words.plain(text);
    boolean held =
        packages.stream()
            .anyMatch(each -> plain.contains(each.substring(each.lastIndexOf('.') + 1)));
    boolean escaped = text.contains("\\u");
    if (!held && !escaped) {
      return false;
    }
    try {
      Tokens tokens = new Tokens(text);
      String name = null;
      while (tokens.next()) {
        String word = tokens.word();
        if (heads.contains(word)) {
          name = "";
        } else if (name != null && ENDS.contains(word)) {
          boolean whole = word.equals("*") ? name.endsWith(".") : !name.endsWith(".");
          if (whole && ends.contains(word) && packages.contains(name.replaceAll("\\.$", ""))) {
            return true;
          }
          name = null;
        } else if (name != null) {
          name += word;
        }
      }
      return false;
    } catch (InvalidInputException e) {
      return escaped || packages.stream().anyMatch(plain::contains);
    }
  }
}
