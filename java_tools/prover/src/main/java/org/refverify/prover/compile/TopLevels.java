package org.refverify.prover.compile;

/** The top-level declarations of files, cached by content. */
public final class TopLevels {
  private static final int REMEMBERED = 50_000;

  private final ByContent<TopLevel> known = new ByContent<>(REMEMBERED, TopLevel::of);
  private final ByContent<String> packages = new ByContent<>(REMEMBERED, TopLevel::packageOf);

  /** What a file of a tree declares. */
  TopLevel of(SourceTree tree, String path) {
    return known.of(tree, path);
  }

  /** The package that a file of a tree declares; empty for the unnamed one. */
  String packageOf(SourceTree tree, String path) {
    return packages.of(tree, path);
  }
}
