package org.refverify.context;

import org.refverify.prover.compile.ByContent;
import org.refverify.prover.compile.SourceTree;

/** The words of files, cached by content. */
final class KnownWords {
  private static final int REMEMBERED = 20_000;

  private final ByContent<FileWords> known = new ByContent<>(REMEMBERED, FileWords::of);

  /** The words of a file of a tree. */
  FileWords of(SourceTree tree, String path) {
    return known.of(tree, path);
  }
}
