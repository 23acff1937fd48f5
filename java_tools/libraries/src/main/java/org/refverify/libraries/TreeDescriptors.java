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

/** What an artifact needs: of a module of the tree its effective model says it, else its pom. */
final class TreeDescriptors implements ArtifactDescriptorReader {
  private final ArtifactDescriptorReader others;
  private final ArtifactDescriptorReaderDelegate writer = new ArtifactDescriptorReaderDelegate();
  private TreeModels models;

  TreeDescriptors(ArtifactDescriptorReader others) {
    this.others = others;
  }

  /** The tree that is asked from now on. */
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
