package org.refverify.libraries;

import java.util.Optional;
import org.apache.maven.model.Model;
import org.apache.maven.repository.internal.ArtifactDescriptorReaderDelegate;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.impl.ArtifactDescriptorReader;
import org.eclipse.aether.resolution.ArtifactDescriptorException;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactDescriptorResult;

/**
 * The needs of an artifact: a module of the tree has them in its effective model, other artifacts
 * in their pom.
 */
final class TreeDescriptors implements ArtifactDescriptorReader {
  private final ArtifactDescriptorReader others;
  private final ArtifactDescriptorReaderDelegate writer = new ArtifactDescriptorReaderDelegate();
  private TreeModels models;

  TreeDescriptors(ArtifactDescriptorReader others) {
    this.others = others;
  }

  /** Sets the tree to use from now on. */
  void use(TreeModels tree) {
    models = tree;
  }

  @Override
  public ArtifactDescriptorResult readArtifactDescriptor(
      RepositorySystemSession session, ArtifactDescriptorRequest request)
      throws ArtifactDescriptorException {
    Artifact artifact = request.getArtifact();
    Optional<Model> module =
        models.module(artifact.getGroupId(), artifact.getArtifactId(), artifact.getVersion());
    if (module.isPresent()) {
      ArtifactDescriptorResult result = new ArtifactDescriptorResult(request);
      result.setArtifact(artifact);
      writer.populateResult(session, result, module.get());
      return result;
    }
    if (!Coordinates.arePlain(artifact)) {
      ArtifactDescriptorResult result = new ArtifactDescriptorResult(request);
      return result.setArtifact(artifact);
    }
    return others.readArtifactDescriptor(session, request);
  }
}
