package org.refverify.prover.compile;

import java.util.Set;

/** The Java sources of one version, by path with {@code /}; read when they are asked for. */
public interface SourceTree {
  /** The paths of all {@code .java} files. */
  Set<String> paths();

  /**
   * The text of one file.
   *
   * @throws java.io.UncheckedIOException it cannot be read
   */
  String text(String path);
}
