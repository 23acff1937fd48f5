package org.refverify.prover.compile;

import java.util.Set;

/**
 * The folders in which packages begin, and which of their code sees which. A module has roots of
 * its own, so what another root may see is said by build files, which are not read: only that a
 * module's tests see its program.
 */
final class SourceRoots {
  private static final String PROGRAM = "src/main/java/";
  private static final String TESTS = "src/test/java/";

  private SourceRoots() {}

  /** The root of a file in a package, with the slash at its end; its folder where they differ. */
  static String of(String path, String packageName) {
    String folder = path.substring(0, path.lastIndexOf('/') + 1);
    String inside = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
    return ("/" + folder).endsWith("/" + inside)
        ? folder.substring(0, folder.length() - inside.length())
        : folder;
  }

  /** Whether code of a root certainly sees that of another one. */
  static boolean sees(String from, String to) {
    return from.equals(to) || from.replace(TESTS, PROGRAM).equals(to);
  }

  /** Whether code of each of some roots certainly sees that of one of the others. */
  static boolean sees(Set<String> from, Set<String> to) {
    return from.stream().allMatch(each -> to.stream().anyMatch(other -> sees(each, other)));
  }
}
