package org.refverify.prover.compile;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a build says of a change by the places of files alone: a package without classes can be
 * neither imported nor exported, and of a module others see what it exports.
 */
final class MovedFiles {
  private final Sources before;
  private final Sources after;
  private final Set<String> gone;
  private final Set<String> fresh;

  private MovedFiles(Sources before, Sources after, Set<String> files) {
    this.before = before;
    this.after = after;
    Set<String> olds = before.tree().paths();
    Set<String> news = after.tree().paths();
    this.gone = all(files.stream().filter(each -> olds.contains(each) && !news.contains(each)));
    this.fresh = all(files.stream().filter(each -> news.contains(each) && !olds.contains(each)));
  }

  private static Set<String> all(Stream<String> names) {
    return names.collect(Collectors.toSet());
  }

  /** What stands against a proof, by the file of which it does. */
  static Map<String, String> obstacles(
      Sources before, Sources after, Set<String> files, Libraries libraries) {
    MovedFiles moved = new MovedFiles(before, after, files);
    Map<String, String> found = new TreeMap<>();
    moved.lost(new TreeSet<>(before.lost(after, files)), libraries, found);
    moved.hidden(found);
    return found;
  }

  private void lost(Set<String> packages, Libraries libraries, Map<String, String> found) {
    packages.removeIf(name -> libraries.isPackage(name.replace('.', '/')));
    if (!packages.isEmpty()) {
      for (String path : after.tree().paths()) {
        if (Words.needsPackage(packages, after.tree().text(path))) {
          found.put(path, "needs a package that has no class any more");
        }
      }
    }
  }

  /** Modules to which a class comes from an exported package, and where its package is not. */
  private void hidden(Map<String, String> found) {
    boolean wasExported =
        modules(before).anyMatch(path -> gone.stream().anyMatch(isExported(before, path)));
    if (wasExported) {
      modules(after)
          .filter(
              path -> {
                String folder = Sources.folder(path);
                return !fresh.stream()
                    .filter(each -> each.startsWith(folder))
                    .allMatch(isExported(after, path));
              })
          .forEach(path -> found.put(path, "does not export the package of a new file"));
    }
  }

  private Stream<String> modules(Sources sources) {
    return gone.isEmpty()
        ? Stream.of()
        : sources.tree().paths().stream()
            .filter(path -> ("/" + path).endsWith("/module-info.java"));
  }

  private static Predicate<String> isExported(Sources sources, String module) {
    String text = sources.tree().text(module);
    return path -> Words.needsPackage(Set.of(sources.top(path).packageName()), text);
  }
}
