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
 * The place where the analysis process asks what parts of a change need. Versions that stay the
 * same between questions are kept, together with what has been resolved in them.
 */
public final class ClosureDesk {
  private static final int REMEMBERED = 2;

  private final OpenTrees open = new OpenTrees();
  private final TopLevels topLevels = new TopLevels();
  private final Map<List<Object>, ResolvedVersion> kept = new LinkedHashMap<>(4, 0.75f, true);
  private Libraries around;

  /**
   * Answers as JSON: what is missing, what breaks, and the parts that cannot be judged because the
   * new version does not have them at the given place.
   *
   * @param near a file; if several source roots declare a type, the root nearest to this file wins
   * @param classPath jars and class folders that the sources need; stand-ins replace what is
   *     missing
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
