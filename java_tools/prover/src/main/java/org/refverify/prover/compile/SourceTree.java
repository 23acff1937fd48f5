package org.refverify.prover.compile;

import java.util.Set;

/** The Java sources of one version, by path with {@code /}; read on request. */
public interface SourceTree {
  /** The paths of all {@code .java} files. */
  Set<String> paths();

  /** Whether a path is that of a module's declaration, which declares no type. */
  static boolean isModule(String path) {
    return path.endsWith("module-info.java");
  }

  /**
   * The text of one file.
   *
   * @throws java.io.UncheckedIOException the file cannot be read
   */
  String text(String path);

  /** Whether a build file may make the compiler keep the names of parameters for reflection. */
  default boolean keepsParameterNames() {
    return false;
  }

  /** An identifier of a file's content that needs no reading; null if there is none. */
  default Object contentId(String path) {
    return null;
  }
}
