package org.refverify.prover.compile;

import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.refverify.common.PathNearness;

/**
 * Finds build problems that follow only from the places of files: a package without classes can be
 * neither imported, exported nor opened; other code sees only what a module exports; and no two
 * modules that run together may contain the same package.
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

  /** The obstacles to a proof, by the file that causes each. */
  static Map<String, String> obstacles(
      Sources before, Sources after, Set<String> files, Libraries libraries) {
    MovedFiles moved = new MovedFiles(before, after, files);
    Map<String, String> found = new TreeMap<>();
    moved.lost(new TreeSet<>(before.lost(after, files)), libraries, found);
    moved.hidden(found);
    moved.split(found);
    return found;
  }

  private void lost(Set<String> packages, Libraries libraries, Map<String, String> found) {
    packages.removeIf(name -> libraries.isPackage(name.replace('.', '/')));
    if (!packages.isEmpty()) {
      for (String path : after.tree().paths()) {
        if (NamedPackages.needs(packages, after.tree().text(path))) {
          found.put(path, "needs a package that has no class any more");
        }
      }
    }
  }

  /**
   * Adds modules that do not export the package of a new file to all, if the package of a removed
   * file was exported.
   */
  private void hidden(Map<String, String> found) {
    boolean wasExported =
        modules(before)
            .anyMatch(
                path ->
                    gone.stream()
                        .anyMatch(
                            each ->
                                NamedPackages.exports(
                                    before.packageOf(each), before.tree().text(path))));
    if (wasExported) {
      modules(after)
          .filter(
              path -> {
                String folder = PathNearness.folder(path);
                return !fresh.stream()
                    .filter(each -> each.startsWith(folder))
                    .allMatch(
                        each ->
                            NamedPackages.exportsToAll(
                                after.packageOf(each), after.tree().text(path)));
              })
          .forEach(path -> found.put(path, "does not export the package of a new file to all"));
    }
  }

  /** Adds modules that get a package which another module of the tree contains. */
  private void split(Map<String, String> found) {
    Set<String> homes = fresh.isEmpty() ? Set.of() : all(modules(after).map(PathNearness::folder));
    if (homes.size() > 1) {
      Set<String> packages = all(fresh.stream().map(after::packageOf));
      Map<String, Set<String>> olds = homesOf(packages, homes, before);
      homesOf(packages, homes, after)
          .forEach(
              (name, now) -> {
                if (now.size() > 1 && !now.equals(olds.get(name))) {
                  found.put(String.join(", ", now), "modules of one package, " + name);
                }
              });
    }
  }

  /** The modules that contain files of each package. */
  private static Map<String, Set<String>> homesOf(
      Set<String> packages, Set<String> homes, Sources sources) {
    Map<String, Set<String>> found = new TreeMap<>();
    for (String path : sources.tree().paths()) {
      String home =
          homes.stream()
              .filter(each -> each.isEmpty() || path.startsWith(each + "/"))
              .max(Comparator.comparing(String::length))
              .orElse(null);
      if (home != null && !SourceTree.isModule(path)) {
        String name = sources.packageOf(path);
        if (packages.contains(name)) {
          found.computeIfAbsent(name, key -> new TreeSet<>()).add(home);
        }
      }
    }
    return found;
  }

  private static Stream<String> modules(Sources sources) {
    return sources.tree().paths().stream()
        .filter(path -> ("/" + path).endsWith("/module-info.java"));
  }
}
