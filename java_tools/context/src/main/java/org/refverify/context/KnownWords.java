package org.refverify.context;

import java.util.LinkedHashMap;
import java.util.Map;
import org.refverify.prover.compile.SourceTree;

/** The words of files by their content: the next commit shares nearly all files. */
final class KnownWords {
  private static final int REMEMBERED = 20_000;

  private final Map<Object, FileWords> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, FileWords> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** The words of a file of a tree. */
  FileWords of(SourceTree tree, String path) {
    Object id = tree.contentId(path);
    FileWords words = id == null ? null : known.get(id);
    if (words == null) {
      words = FileWords.of(tree.text(path));
      if (id != null) {
        known.put(id, words);
      }
    }
    return words;
  }
}
