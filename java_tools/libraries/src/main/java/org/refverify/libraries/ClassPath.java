package org.refverify.libraries;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * The jars of several modules as one class path: those of the first module come first, and each
 * library has the version that the first module with it uses.
 */
final class ClassPath {
  private final TreeModels models;
  private final Resolving resolving;
  private final Missing missing;
  private final Map<String, Jar> jars = new LinkedHashMap<>();
  private final Set<String> asked = new HashSet<>();

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

  /** Adds the test class path of a module, as far as it is available. */
  void add(String pom) {
    models.effective(pom).filter(model -> !model.getPackaging().equals("pom")).ifPresent(this::add);
  }

  private void add(Model model) {
    try {
      List<DependencyNode> nodes = new ArrayList<>();
      DependencyNode root = collected(model);
      root.accept(new PreorderDependencyNodeConsumerVisitor(nodes::add));
      nodes.stream().filter(node -> node.getDependency() != null).forEach(this::take);
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

  private void take(DependencyNode node) {
    Artifact artifact = node.getArtifact();
    String library = library(artifact);
    if (!artifact.getExtension().equals("jar") || isModule(artifact) || !asked.add(library)) {
      return;
    }
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
