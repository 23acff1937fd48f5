package org.refverify.libraries;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eclipse.aether.RepositorySystem;
import org.refverify.prover.verdict.ProofJson;

/** The place where the analysis process asks for the jars of a tree. */
public final class LibraryDesk {
  private final LocalSystem supplier = new LocalSystem();
  private RepositorySystem system;

  /**
   * The jars of the test class paths of modules, and the missing ones, as JSON.
   *
   * @param poms the poms of the tree by path, each byte one character
   * @param modules the paths of the modules whose class paths are wanted; for each library the
   *     version of the first one counts
   */
  public String find(Map<String, String> poms, List<String> modules, Places places) {
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
      modules.forEach(path::add);
      List<Map<String, Object>> jars = path.jars().stream().map(jar -> json(jar, places)).toList();
      return ProofJson.write(
          ProofJson.object("jars", jars, "missing", missing.toJson(), "notes", models.notes()));
    }
  }

  private static Map<String, Object> json(ClassPath.Jar jar, Places places) {
    Path file = jar.file();
    String origin = places.isOfGradle(file) ? "gradle" : "local";
    return ProofJson.object(
        "coordinates",
        jar.coordinates(),
        "path",
        file.toString(),
        "origin",
        jar.fetched() ? "fetched" : origin);
  }
}
