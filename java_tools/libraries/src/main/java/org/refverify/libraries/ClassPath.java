package org.refverify.libraries;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.maven.model.Model;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.collection.CollectResult;
import org.eclipse.aether.collection.DependencyCollectionException;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.DependencyNode;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactDescriptorResult;
import org.eclipse.aether.util.graph.visitor.PreorderDependencyNodeConsumerVisitor;

/**
 * The jars of several modules as one class path. The jars of the first module come first. If
 * modules have different versions of a library, the version of the first module counts.
 *
 * <p>A change reaches code in the modules with changed files and in the modules that use them. If
 * these modules have different versions of a library, a call may mean a different method in each.
 * One class path cannot hold both versions, so the library is left out.
 */
final class ClassPath {
  private final TreeModels models;
  private final Resolving resolving;
  private final Missing missing;
  private final Map<String, Jar> jars = new LinkedHashMap<>();
  private final Map<String, String> versions = new HashMap<>();
  private final Set<String> changed = new HashSet<>();
  private final Set<String> notes = new TreeSet<>();

  /** A jar that was found; {@code fetched} says whether it was downloaded just now. */
  record Jar(String coordinates, Path file, boolean fetched) {}

  ClassPath(TreeModels models, Resolving resolving, Missing missing) {
    this.models = models;
    this.resolving = resolving;
    this.missing = missing;
  }

  List<Jar> jars() {
    return List.copyOf(jars.values());
  }

  /** The libraries that are left out because of their versions. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /**
   * Adds what the tests of a module see, as far as it is there.
   *
   * @param holdsChange whether files of the module changed; those modules come first
   */
  void add(String pom, boolean holdsChange) {
    models
        .effective(pom)
        .filter(model -> !model.getPackaging().equals("pom"))
        .ifPresent(model -> add(model, holdsChange));
  }

  private void add(Model model, boolean holdsChange) {
    try {
      List<DependencyNode> nodes = new ArrayList<>();
      DependencyNode root = collected(model);
      root.accept(new PreorderDependencyNodeConsumerVisitor(nodes::add));
      if (holdsChange) {
        changed.add(model.getGroupId() + ":" + model.getArtifactId());
      }
      List<Artifact> needed =
          nodes.stream()
              .filter(node -> node.getDependency() != null)
              .filter(this::isOfRepository)
              .map(DependencyNode::getArtifact)
              .toList();
      boolean reached = holdsChange || needed.stream().anyMatch(this::isChanged);
      needed.forEach(artifact -> take(artifact, reached));
    } catch (RepositoryException e) {
      missing.addModule(model.getId(), "what it needs cannot be collected: " + e.getMessage());
    }
  }

  private DependencyNode collected(Model model) throws RepositoryException {
    Artifact own =
        new DefaultArtifact(
            model.getGroupId(), model.getArtifactId(), "", "pom", model.getVersion());
    ArtifactDescriptorResult needs =
        resolving
            .system()
            .readArtifactDescriptor(
                resolving.session(),
                new ArtifactDescriptorRequest(own, resolving.repositories(), null));
    CollectRequest request =
        new CollectRequest(
            needs.getDependencies().stream().filter(this::isWhole).toList(),
            needs.getManagedDependencies(),
            resolving.repositories());
    request.setRootArtifact(own);
    try {
      return resolving.system().collectDependencies(resolving.session(), request).getRoot();
    } catch (DependencyCollectionException e) {
      // What could be collected without the missing part.
      CollectResult part = e.getResult();
      if (part == null || part.getRoot() == null) {
        throw e;
      }
      return part.getRoot();
    }
  }

  private boolean isWhole(Dependency dependency) {
    Artifact artifact = dependency.getArtifact();
    boolean whole = Coordinates.arePlain(artifact) && !artifact.getVersion().isEmpty();
    if (!whole) {
      missing.add(artifact, Missing.JAR);
    }
    return whole;
  }

  /** Whether a jar is no file of the user's choice: one in a repository may be another one. */
  private boolean isOfRepository(DependencyNode node) {
    boolean named = "system".equals(node.getDependency().getScope());
    if (named) {
      missing.add(node.getArtifact(), Missing.NAMED);
    }
    return !named;
  }

  private boolean isChanged(Artifact artifact) {
    return changed.contains(artifact.getGroupId() + ":" + artifact.getArtifactId())
        && isModule(artifact);
  }

  private void take(Artifact artifact, boolean reached) {
    String library = library(artifact);
    if (!artifact.getExtension().equals("jar") || isModule(artifact)) {
      return;
    }
    String known = versions.putIfAbsent(library, artifact.getVersion());
    if (known == null) {
      add(library, artifact);
    } else if (reached && !known.equals(artifact.getVersion())) {
      jars.remove(library);
      notes.add(
          Coordinates.of(artifact) + ": another module has " + known + ", so neither is taken");
    }
  }

  private void add(String library, Artifact artifact) {
    resolving
        .file(artifact, Missing.JAR)
        .ifPresent(
            file ->
                jars.put(
                    library,
                    new Jar(Coordinates.of(artifact), file, resolving.isFetched(artifact))));
  }

  private boolean isModule(Artifact artifact) {
    return models
        .module(artifact.getGroupId(), artifact.getArtifactId(), artifact.getBaseVersion())
        .isPresent();
  }

  private static String library(Artifact artifact) {
    return artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getClassifier();
  }
}
