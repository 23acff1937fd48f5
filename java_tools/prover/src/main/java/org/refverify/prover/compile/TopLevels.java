package org.refverify.prover.compile;

import java.util.LinkedHashMap;
import java.util.Map;

/** What files declare, kept by their content: the next commit shares nearly all files. */
public final class TopLevels {
  private static final int REMEMBERED = 50_000;

  private final Map<Object, TopLevel> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, TopLevel> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** What a file of a tree declares. */
  TopLevel of(SourceTree tree, String path) {
    Object id = tree.contentId(path);
    TopLevel top = id == null ? null : known.get(id);
    if (top == null) {
      top = TopLevel.of(tree.text(path));
      if (id != null) {
        known.put(id, top);
      }
    }
    return top;
  }
}
