package org.refverify.prover.compile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a desk of the analysis process keeps between questions: the last class path, and the last
 * commits with the texts of their files.
 */
public final class OpenTrees {
  /** More than the two that one request needs. */
  private static final int REMEMBERED = 4;

  /** The sources of a medium-sized library; most characters take one byte. */
  private static final long CHARACTERS = 16_000_000;

  private Libraries libraries;
  private List<Object> librariesKey;
  private final Map<List<String>, GitTree> commits = new LinkedHashMap<>(8, 0.75f, true);
  private final KeptTexts texts = new KeptTexts(CHARACTERS);

  /**
   * The files of a commit.
   *
   * @throws IOException there is no repository, or an object is missing or damaged
   */
  public SourceTree commit(String gitDirectory, String name) throws IOException {
    List<String> key = List.of(gitDirectory, name);
    GitTree tree = commits.get(key);
    if (tree == null) {
      tree = new GitTree(Path.of(gitDirectory), name, texts);
      commits.put(key, tree);
      forgetOldest();
    }
    return tree;
  }

  private void forgetOldest() {
    if (commits.size() > REMEMBERED) {
      List<String> oldest = commits.keySet().iterator().next();
      commits.remove(oldest).close();
    }
  }

  /** A class path and a platform; a null home means the platform that runs this code. */
  public Libraries libraries(List<String> classPath, String javaHome) {
    List<Object> key = List.of(List.copyOf(classPath), javaHome == null ? "" : javaHome);
    if (!key.equals(librariesKey)) {
      if (libraries != null) {
        libraries.close();
      }
      Path home = javaHome == null ? null : Path.of(javaHome);
      libraries = new Libraries(classPath.stream().map(Path::of).toList(), home);
      librariesKey = key;
    }
    return libraries;
  }
}
