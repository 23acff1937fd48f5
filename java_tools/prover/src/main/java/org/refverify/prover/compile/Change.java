package org.refverify.prover.compile;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Two source trees and what differs between them.
 *
 * @param before the old tree
 * @param after the new one
 * @param files the {@code .java} files that were changed, added or removed
 * @param otherBefore contents hash by path of other changed files of the old tree
 * @param otherAfter the same of the new tree
 */
public record Change(
    SourceTree before,
    SourceTree after,
    Set<String> files,
    Map<String, String> otherBefore,
    Map<String, String> otherAfter) {
  public Change {
    files = new TreeSet<>(files);
    otherBefore = Map.copyOf(otherBefore);
    otherAfter = Map.copyOf(otherAfter);
  }
}
