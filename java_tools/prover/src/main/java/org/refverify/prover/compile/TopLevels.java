package org.refverify.prover.compile;

/** What files declare, kept by their content. */
public final class TopLevels {
  private static final int REMEMBERED = 50_000;

  private final ByContent<TopLevel> known = new ByContent<>(REMEMBERED, TopLevel::of);

  /** What a file of a tree declares. */
  TopLevel of(SourceTree tree, String path) {
    return known.of(tree, path);
  }
}
