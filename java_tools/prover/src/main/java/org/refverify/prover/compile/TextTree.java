package org.refverify.prover.compile;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Sources and build files in memory. */
public record TextTree(Map<String, String> texts) implements SourceTree {
  /** Copies the texts. */
  public TextTree {
    texts = Map.copyOf(texts);
  }

  @Override
  public Set<String> paths() {
    return texts.keySet().stream()
        .filter(path -> !BuildFiles.isBuildFile(path))
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public boolean keepsParameterNames() {
    return texts.entrySet().stream()
        .filter(each -> BuildFiles.isBuildFile(each.getKey()))
        .anyMatch(each -> BuildFiles.keepsParameterNames(each.getValue()));
  }

  @Override
  public String text(String path) {
    return texts.get(path);
  }
}
