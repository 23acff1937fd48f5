package org.refverify.context;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The files on which one answer depends, limited and counted. Files that were bound for other
 * answers make no difference.
 */
final class ReadFiles {
  /** More characters than any source that a person wrote. */
  private static final int LARGEST = 2_000_000;

  private final BoundSources sources;
  private final TreeWords words;
  private final int most;
  private final Map<String, BoundFile> read = new LinkedHashMap<>();
  private final Set<String> notRead = new TreeSet<>();

  ReadFiles(BoundSources sources, TreeWords words, int most) {
    this.sources = sources;
    this.words = words;
    this.most = most;
  }

  /**
   * A file; empty if the tree does not have it. A file that cannot be read, or that exceeds the
   * limit, is also empty, and counted.
   */
  Optional<BoundFile> file(String path) {
    BoundFile known = read.get(path);
    if (known != null || notRead.contains(path) || !sources.tree().paths().contains(path)) {
      return Optional.ofNullable(known);
    }
    boolean fits = read.size() < most && sources.tree().text(path).length() <= LARGEST;
    Optional<BoundFile> file = fits ? sources.file(path) : Optional.empty();
    file.ifPresentOrElse(found -> read.put(path, found), () -> notRead.add(path));
    return file;
  }

  /** The files whose code contains a name, the nearest first. */
  List<BoundFile> naming(String name, String near, Predicate<String> wanted) {
    return all(words.naming(name, near).stream().filter(wanted).toList());
  }

  /** The files in which a type of that name may be a supertype, its own file first. */
  List<BoundFile> above(String name, String own) {
    List<String> paths = new ArrayList<>(List.of(own));
    words.above(name, own).stream().filter(path -> !path.equals(own)).forEach(paths::add);
    return all(paths);
  }

  private List<BoundFile> all(List<String> paths) {
    return paths.stream().map(this::file).flatMap(Optional::stream).toList();
  }

  List<BoundFile> read() {
    return List.copyOf(read.values());
  }

  int notRead() {
    return notRead.size();
  }

  BoundSources sources() {
    return sources;
  }
}
