package org.refverify.libraries;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.aether.RepositorySystem;
import org.refverify.common.JsonWriter;

/** The place where the analysis process asks for the jars of a tree. */
public final class LibraryDesk {
  private final LocalSystem supplier = new LocalSystem();
  private RepositorySystem system;

  /**
   * The jars of the test class paths of modules, and the missing ones, as JSON.
   *
   * @param poms the poms of the tree by path, each byte one character
   * @param modules the paths of those whose class paths are wanted; of one library the version of
   *     the first counts, or none where the change reaches modules with several
   * @param changed how many of the modules, from the first, hold changed files
   */
  public String find(Map<String, String> poms, List<String> modules, int changed, Places places) {
    if (system == null) {
      system = supplier.get();
    }
    Missing missing = new Missing();
    TreePoms tree = new TreePoms(poms);
    try (Resolving resolving = new Resolving(system, places, missing)) {
      TreeModels models =
          new TreeModels(
              tree,
              supplier.getModelBuilder(),
              new PomResolver(tree, resolving),
              Resolving.properties(places));
      supplier.descriptors().use(models);
      ClassPath path = new ClassPath(models, resolving, missing);
      for (int at = 0; at < modules.size(); at++) {
        path.add(modules.get(at), at < changed);
      }
      List<Map<String, Object>> jars = path.jars().stream().map(jar -> json(jar, places)).toList();
      return JsonWriter.write(
          JsonWriter.object(
              "jars",
              jars,
              "missing",
              missing.toJson(),
              "notes",
              Stream.concat(models.notes().stream(), path.notes().stream()).toList()));
    }
  }

  private static Map<String, Object> json(ClassPath.Jar jar, Places places) {
    Path file = jar.file();
    String origin = places.isOfGradle(file) ? "gradle" : "local";
    return JsonWriter.object(
        "coordinates",
        jar.coordinates(),
        "path",
        file.toString(),
        "origin",
        jar.fetched() ? "fetched" : origin);
  }
}
