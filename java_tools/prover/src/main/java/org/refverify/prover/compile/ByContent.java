package org.refverify.prover.compile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What was read of files, by their content: the next commit shares nearly all files. Those that
 * were asked for last are kept.
 *
 * @param <V> what is read of one file
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
   * Nothing yet.
   *
   * @param most files that are kept at most
   * @param read makes of a file's text what is kept of it
   */
  public ByContent(int most, Function<String, V> read) {
    this.most = most;
    this.read = read;
  }

  /** What is to be known of a file of a tree. */
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
