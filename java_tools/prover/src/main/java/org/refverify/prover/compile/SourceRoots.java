package org.refverify.prover.compile;

import java.util.Set;

/**
 * The folders in which packages begin, and which root's code sees which. A module has its own
 * roots, and only build files, which are not read, say what another root may see. The exception is
 * that a module's tests see its program.
 */
final class SourceRoots {
  private static final String PROGRAM = "src/main/java/";
  private static final String TESTS = "src/test/java/";

  private SourceRoots() {}

  /**
   * The root of a file in a package, with a slash at its end; the file's folder if the package does
   * not match it.
   */
  static String of(String path, String packageName) {
    String folder = path.substring(0, path.lastIndexOf('/') + 1);
    String inside = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
    return ("/" + folder).endsWith("/" + inside)
        ? folder.substring(0, folder.length() - inside.length())
        : folder;
  }

  /** Whether code of a root certainly sees code of another one. */
  static boolean sees(String from, String to) {
    return from.equals(to) || from.replace(TESTS, PROGRAM).equals(to);
  }

  /** Whether code of each root certainly sees code of at least one of the others. */
  static boolean sees(Set<String> from, Set<String> to) {
    return from.stream().allMatch(each -> to.stream().anyMatch(other -> sees(each, other)));
  }
}
