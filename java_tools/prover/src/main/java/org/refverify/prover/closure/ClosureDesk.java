package org.refverify.prover.closure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.refverify.prover.compile.Libraries;
import org.refverify.prover.compile.OpenTrees;
import org.refverify.prover.compile.ResolvedVersion;
import org.refverify.prover.compile.SourceTree;
import org.refverify.prover.compile.TopLevels;

/**
 * Where the analysis process asks what parts of a change need. The versions that stay the same from
 * question to question are kept, resolved as far as they were.
 */
public final class ClosureDesk {
  private static final int REMEMBERED = 2;

  private final OpenTrees open = new OpenTrees();
  private final TopLevels topLevels = new TopLevels();
  private final Map<List<Object>, ResolvedVersion> kept = new LinkedHashMap<>(4, 0.75f, true);
  private Libraries around;

  /**
   * The JSON of what is missing and what breaks, and of which parts nobody can tell: the new
   * version does not have them where they are said to stand.
   *
   * @param near a file; the source root nearest to it answers where several declare a type
   * @param classPath jars and class folders that the sources need; what is missing is stood in for
   */
  public String ask(
      ClosureQuestion question,
      SourceTree before,
      SourceTree now,
      SourceTree after,
      String near,
      List<String> classPath) {
    Libraries libraries = open.libraries(classPath, null);
    if (libraries != around) {
      kept.clear();
      around = libraries;
    }
    ResolvedVersion base = kept(before, near);
    ResolvedVersion then = kept(after, near);
    return new Closure(question, base, new ResolvedVersion(now, near, around, topLevels), then)
        .answer();
  }

  private ResolvedVersion kept(SourceTree tree, String near) {
    ResolvedVersion version =
        kept.computeIfAbsent(
            List.of(tree, near), key -> new ResolvedVersion(tree, near, around, topLevels));
    while (kept.size() > REMEMBERED) {
      kept.remove(kept.keySet().iterator().next());
    }
    return version;
  }
}
