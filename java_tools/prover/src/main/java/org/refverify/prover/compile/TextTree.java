package org.refverify.prover.compile;

import java.util.Map;
import java.util.Set;

/** Sources in memory. */
public record TextTree(Map<String, String> texts) implements SourceTree {
  /** Copies the texts. */
  public TextTree {
    texts = Map.copyOf(texts);
  }

  @Override
  public Set<String> paths() {
    return texts.keySet();
  }

  @Override
  public String text(String path) {
    return texts.get(path);
  }
}
