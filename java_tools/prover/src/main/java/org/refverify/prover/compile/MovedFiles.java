package org.refverify.prover.compile;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a build says of a change by the places of files alone: code of a program sees neither its
 * tests nor its resources, a package without classes can be neither imported nor exported, and of a
 * module others see what it exports.
 */
final class MovedFiles {
  private static final List<String> ROOTS = List.of("src/main/java/", "src/test/java/");

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
    moved.elsewhere(found);
    moved.lost(new TreeSet<>(before.lost(after, files)), libraries, found);
    moved.hidden(found);
    return found;
  }

  private void elsewhere(Map<String, String> found) {
    for (String path : gone) {
      String name = "/" + path.substring(path.lastIndexOf('/') + 1);
      for (int i = 0; i < ROOTS.size(); i++) {
        List<String> seen = ROOTS.subList(0, i + 1);
        boolean isSeen =
            fresh.stream()
                .filter(each -> each.endsWith(name))
                .allMatch(each -> seen.stream().anyMatch(each::contains));
        if (path.contains(ROOTS.get(i)) && !isSeen) {
          found.put(path, "now where other code of its kind does not see it");
        }
      }
    }
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

  /** Modules of which a class leaves an exported package for one that is not. */
  private void hidden(Map<String, String> found) {
    for (String path : after.tree().paths()) {
      if (!gone.isEmpty() && ("/" + path).endsWith("/module-info.java")) {
        String folder = Sources.folder(path);
        String text = after.tree().text(path);
        Stream<String> olds = gone.stream().map(each -> before.top(each).packageName());
        Stream<String> news =
            fresh.stream()
                .filter(each -> each.startsWith(folder))
                .map(each -> after.top(each).packageName());
        if (olds.anyMatch(each -> Words.needsPackage(Set.of(each), text))
            && !news.allMatch(each -> Words.needsPackage(Set.of(each), text))) {
          found.put(path, "does not export the package of a new file");
        }
      }
    }
  }
}
