package org.refverify.prover.compile;

import java.util.Set;

/** The Java sources of one version, by path with {@code /}; read when they are asked for. */
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
   * @throws java.io.UncheckedIOException it cannot be read
   */
  String text(String path);

  /**
   * What tells the content of a file from every other one without reading it; null where nothing
   * does.
   */
  default Object contentId(String path) {
    return null;
  }
}
