package org.refverify.prover.compile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Results of reading files, keyed by content, because the next commit shares nearly all files. The
 * most recently used results are kept.
 *
 * @param <V> the result for one file
 */
public final class ByContent<V> {
  private final int most;
  private final Function<String, V> read;

  private final Map<Object, V> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, V> eldest) {
          return size() > most;
        }
      };

  /**
   * Starts empty.
   *
   * @param most the greatest number of files to keep
   * @param read computes the result from a file's text
   */
  public ByContent(int most, Function<String, V> read) {
    this.most = most;
    this.read = read;
  }

  /** The result for a file of a tree. */
  public V of(SourceTree tree, String path) {
    Object id = tree.contentId(path);
    V found = id == null ? null : known.get(id);
    if (found == null) {
      found = read.apply(tree.text(path));
      if (id != null) {
        known.put(id, found);
      }
    }
    return found;
  }
}
