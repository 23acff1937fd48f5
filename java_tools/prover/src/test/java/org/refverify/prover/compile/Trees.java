package org.refverify.prover.compile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Small source trees and their compiled classes. */
final class Trees {
  static final Libraries JAVA = new Libraries(List.of(), null);

  private Trees() {}

  /** A tree of path, text, path, text. */
  static TextTree tree(String... pathsAndTexts) {
    Map<String, String> texts = new HashMap<>();
    for (int at = 0; at < pathsAndTexts.length; at += 2) {
      texts.put(pathsAndTexts[at], pathsAndTexts[at + 1]);
    }
    return new TextTree(texts);
  }

  /** A version with some compiled files. */
  static SourceVersion version(SourceTree tree, String... paths) {
    SourceVersion version =
        new SourceVersion(
            new Sources(tree, "", new TopLevels()), JAVA, new MissingTypes(), Map.of());
    version.include(Set.of(paths));
    return version;
  }
}
