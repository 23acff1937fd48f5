package org.refverify.context;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.refverify.common.JsonWriter;
import org.refverify.common.PathNearness;
import org.refverify.prover.compile.Libraries;
import org.refverify.prover.compile.OpenTrees;
import org.refverify.prover.compile.SourceTree;
import org.refverify.prover.compile.Sources;
import org.refverify.prover.compile.TopLevels;

/**
 * The place where the analysis process asks about the surroundings of methods. It keeps the words
 * and declarations of files, keyed by content, so that only changed files of the next commit are
 * read. It also keeps the bindings while the questions are about one tree.
 */
public final class ContextDesk {
  /**
   * The greatest number of bound files to keep; beyond it all are released, because each takes some
   * 300 kB.
   */
  private static final int BOUND = 1_000;

  private final OpenTrees open = new OpenTrees();
  private final KnownWords words = new KnownWords();
  private final TopLevels topLevels = new TopLevels();
  private final Map<String, Model> models = new HashMap<>();
  private SourceTree modelled;
  private Libraries around;

  /** A tree as its modules see it. */
  private record Model(BoundSources sources, TreeWords words) {}

  /**
   * The surroundings of some methods, as JSON.
   *
   * @param wanted all near the first one, whose module decides if several files declare one type
   * @param classPath jars and class folders
   * @param javaHome the subject's JDK; null for the one that runs this code
   */
  public String surroundings(
      SourceTree tree,
      List<LookedFor> wanted,
      List<String> classPath,
      String javaHome,
      ReadingLimits limits) {
    String first = wanted.isEmpty() ? "" : wanted.get(0).path();
    Model model = model(tree, open.libraries(classPath, javaHome), module(first));
    ReadFiles files = new ReadFiles(model.sources(), model.words(), limits.files());
    try {
      Map<String, Object> told = SurroundingsReading.of(files, wanted, limits);
      told.putAll(counts(files));
      told.put("structure", structure(tree, first, limits.paths()));
      return JsonWriter.write(told);
    } catch (RuntimeException | Error e) {
      // A partial binding must not answer the next question.
      models.clear();
      throw e;
    }
  }

  private Model model(SourceTree tree, Libraries libraries, String module) {
    int bound = models.values().stream().mapToInt(each -> each.sources().size()).sum();
    if (tree != modelled || libraries != around || bound > BOUND) {
      models.clear();
      modelled = tree;
      around = libraries;
    }
    return models.computeIfAbsent(
        module,
        near ->
            new Model(
                new BoundSources(new Sources(tree, near, topLevels), libraries),
                new TreeWords(tree, words)));
  }

  /** The part of a path that identifies a module. */
  private static String module(String path) {
    int at = ("/" + path).lastIndexOf("/src/");
    return at < 0 ? "" : path.substring(0, at);
  }

  private static Map<String, Object> counts(ReadFiles files) {
    List<BoundFile> read = files.read();
    int asked = read.stream().mapToInt(BoundFile::asked).sum();
    int unresolved = read.stream().mapToInt(BoundFile::unresolved).sum();
    return JsonWriter.object(
        "names_asked",
        asked,
        "names_unresolved",
        unresolved,
        "files_read",
        read.size(),
        "files_not_read",
        files.notRead(),
        "unparsed",
        read.stream().filter(BoundFile::hasSyntaxErrors).map(BoundFile::path).sorted().toList());
  }

  private static Map<String, Object> structure(SourceTree tree, String near, int most) {
    List<String> paths = new ArrayList<>(tree.paths());
    paths.sort(TreeWords.nearest(near));
    Map<String, List<String>> folders = new LinkedHashMap<>();
    paths.stream()
        .limit(most)
        .sorted()
        .forEach(
            path ->
                folders
                    .computeIfAbsent(PathNearness.folder(path), key -> new ArrayList<>())
                    .add(path.substring(path.lastIndexOf('/') + 1)));
    return JsonWriter.object(
        "files", paths.size(), "folders", folders, "left_out", Math.max(0, paths.size() - most));
  }
}
