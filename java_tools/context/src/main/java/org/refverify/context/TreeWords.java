package org.refverify.context;

import static org.refverify.common.PathNearness.commonPrefix;
import static org.refverify.common.PathNearness.folder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.refverify.prover.compile.SourceTree;

/** Finds the files of a tree that mention a name. */
final class TreeWords {
  private final SourceTree tree;
  private final KnownWords known;
  private final Map<String, FileWords> words = new HashMap<>();

  TreeWords(SourceTree tree, KnownWords known) {
    this.tree = tree;
    this.known = known;
  }

  /** The files whose code contains the name, those nearest to a file first. */
  List<String> naming(String name, String near) {
    return with(file -> file.names().contains(name), near);
  }

  /** The files in which a type of that name may be a supertype, in the same order. */
  List<String> above(String name, String near) {
    return with(file -> file.above().contains(name), near);
  }

  private List<String> with(Predicate<FileWords> wanted, String near) {
    List<String> found = new ArrayList<>();
    for (String path : tree.paths()) {
      if (wanted.test(words.computeIfAbsent(path, key -> known.of(tree, key)))) {
        found.add(path);
      }
    }
    found.sort(nearest(near));
    return found;
  }

  /**
   * The order of nearness: the file itself, files of its folder, then by the length of the shared
   * path.
   */
  static Comparator<String> nearest(String near) {
    return Comparator.comparing((String path) -> !path.equals(near))
        .thenComparing(path -> !folder(path).equals(folder(near)))
        .thenComparing(path -> -commonPrefix(path, near))
        .thenComparing(Comparator.naturalOrder());
  }
}
