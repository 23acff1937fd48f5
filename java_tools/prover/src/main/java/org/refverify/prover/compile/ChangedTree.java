package org.refverify.prover.compile;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A source tree with some files replaced, added or removed. */
final class ChangedTree implements SourceTree {
  private final SourceTree base;
  private final Map<String, String> texts;
  private final Set<String> paths;

  /**
   * A tree on top of another one.
   *
   * @param texts new and changed files
   * @param removed files that no longer exist
   */
  ChangedTree(SourceTree base, Map<String, String> texts, Set<String> removed) {
    this.base = base;
    this.texts = Map.copyOf(texts);
    this.paths = new TreeSet<>(base.paths());
    this.paths.removeAll(removed);
    this.paths.addAll(texts.keySet());
  }

  @Override
  public Set<String> paths() {
    return paths;
  }

  @Override
  public String text(String path) {
    String text = texts.get(path);
    return text == null ? base.text(path) : text;
  }

  @Override
  public boolean keepsParameterNames() {
    return base.keepsParameterNames();
  }

  @Override
  public Object contentId(String path) {
    return texts.containsKey(path) ? null : base.contentId(path);
  }
}
