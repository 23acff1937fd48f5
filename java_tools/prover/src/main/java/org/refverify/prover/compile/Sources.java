package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.refverify.common.PathNearness;

/**
 * Which file of a tree declares which type. A file belongs to the package that it declares, in
 * whatever folder it is, because a compiler that receives the file ignores the folder. The types of
 * a package are read from all its files at the first request.
 *
 * <p>If several source roots declare a type, the root nearest to a given file wins, so that a
 * module sees its own classes.
 */
public final class Sources {
  private final SourceTree tree;
  private final TopLevels topLevels;
  private final Map<String, TopLevel> tops = new HashMap<>();
  private final Map<String, List<String>> filesByPackage = new HashMap<>();
  private final Set<String> packages = new HashSet<>();
  private final Map<String, Map<String, String>> typesByPackage = new HashMap<>();

  /** All files of each type that several files declare, with the preferred one first. */
  private final Map<String, List<String>> twins = new HashMap<>();

  private final Set<String> asked = new HashSet<>();

  /**
   * Lists the packages of a tree; reads the beginning of each file.
   *
   * @param near a path: if several files declare a type, the nearest one wins
   * @param topLevels cache of what files declare
   */
  public Sources(SourceTree tree, String near, TopLevels topLevels) {
    this.tree = tree;
    this.topLevels = topLevels;
    tree.paths().stream()
        .filter(path -> !SourceTree.isModule(path))
        .sorted(
            Comparator.comparing(PathNearness::folder, nearest(near))
                .thenComparing(Comparator.naturalOrder()))
        .forEach(this::addFile);
  }

  /** The tree. */
  public SourceTree tree() {
    return tree;
  }

  /**
   * Whether some file, in a module of its own, would see another class than the one that was
   * returned: several files declare the type, and the one nearest to this file has another text.
   */
  boolean mislead(String path) {
    Comparator<String> near =
        Comparator.comparing(PathNearness::folder, nearest(PathNearness.folder(path)));
    return asked.stream()
        .map(twins::get)
        .anyMatch(
            all -> {
              String own = all.stream().min(near).orElseThrow();
              return !own.equals(all.get(0)) && !tree.text(own).equals(tree.text(all.get(0)));
            });
  }

  /** The file that declares a top-level type; empty if no file does. */
  public Optional<String> declaring(String packageName, String type) {
    Map<String, String> types = typesByPackage.get(packageName);
    if (types == null) {
      types = readTypes(packageName);
      typesByPackage.put(packageName, types);
    }
    String name = packageName + "." + type;
    if (twins.containsKey(name)) {
      asked.add(name);
    }
    return Optional.ofNullable(types.get(type));
  }

  /** Whether a source declares a type in the package itself. */
  private boolean hasTypes(String packageName) {
    return filesByPackage.getOrDefault(packageName, List.of()).stream()
        .anyMatch(path -> !path.endsWith("package-info.java"));
  }

  /**
   * The packages of some files that have types here but none in another version. A package that
   * contains only packages cannot be imported.
   */
  Set<String> lost(Sources after, Set<String> files) {
    return files.stream()
        .filter(tree.paths()::contains)
        .map(path -> top(path).packageName())
        .filter(name -> !name.isEmpty() && !after.hasTypes(name))
        .collect(Collectors.toSet());
  }

  /** Whether a source is in the package or below it. */
  boolean isPackage(String name) {
    return packages.contains(name);
  }

  /** The source root of a file. */
  String root(String path) {
    return SourceRoots.of(path, top(path).packageName());
  }

  /** The package that a file declares. */
  String packageOf(String path) {
    return topLevels.packageOf(tree, path);
  }

  /** What a file declares. */
  public TopLevel top(String path) {
    return tops.computeIfAbsent(path, key -> topLevels.of(tree, key));
  }

  private Map<String, String> readTypes(String packageName) {
    Map<String, String> types = new HashMap<>();
    for (String path : filesByPackage.getOrDefault(packageName, List.of())) {
      top(path).types().forEach(type -> declare(packageName + "." + type, path, types, type));
    }
    return types;
  }

  private void declare(String name, String path, Map<String, String> types, String type) {
    String first = types.putIfAbsent(type, path);
    if (first != null) {
      twins.computeIfAbsent(name, key -> new ArrayList<>(List.of(first))).add(path);
    }
  }

  private void addFile(String path) {
    String name = packageOf(path);
    filesByPackage.computeIfAbsent(name, key -> new ArrayList<>()).add(path);
    String each = name;
    // All enclosing packages of a known one are known too.
    while (!each.isEmpty() && !packages.contains(each)) {
      packages.add(each);
      each = each.substring(0, Math.max(0, each.lastIndexOf('.')));
    }
  }

  private static Comparator<String> nearest(String near) {
    return Comparator.comparing((String folder) -> ("/" + folder + "/").contains("/resources/"))
        .thenComparing(folder -> -PathNearness.commonPrefix(folder, near))
        .thenComparing(Comparator.naturalOrder());
  }
}
