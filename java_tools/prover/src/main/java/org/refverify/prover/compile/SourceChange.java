package org.refverify.prover.compile;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Two source trees and their differences.
 *
 * @param before the old tree
 * @param after the new one
 * @param files the {@code .java} files that were changed, added or removed
 * @param otherBefore hash of the contents, by path, of other changed files of the old tree
 * @param otherAfter the same for the new tree
 */
public record SourceChange(
    SourceTree before,
    SourceTree after,
    Set<String> files,
    Map<String, String> otherBefore,
    Map<String, String> otherAfter) {
  public SourceChange {
    files = new TreeSet<>(files);
    otherBefore = Map.copyOf(otherBefore);
    otherAfter = Map.copyOf(otherAfter);
  }

  /** All {@code .java} files that differ between two trees, and no other file. */
  public static SourceChange between(SourceTree before, SourceTree after) {
    Set<String> files = new TreeSet<>(before.paths());
    files.addAll(after.paths());
    files.removeIf(path -> SourceTree.isModule(path) || same(before, after, path));
    return new SourceChange(before, after, files, Map.of(), Map.of());
  }

  private static boolean same(SourceTree before, SourceTree after, String path) {
    if (!before.paths().contains(path) || !after.paths().contains(path)) {
      return false;
    }
    Object id = before.contentId(path);
    return id != null && id.equals(after.contentId(path))
        || before.text(path).equals(after.text(path));
  }
}
