package org.refverify.libraries;

import org.apache.maven.model.building.ModelBuilder;
import org.eclipse.aether.impl.ArtifactDescriptorReader;
import org.eclipse.aether.supplier.RepositorySystemSupplier;

/** Maven's resolver, with the poms of a tree in front of those of repositories. */
final class LocalSystem extends RepositorySystemSupplier {
  private TreeDescriptors descriptors;

  @Override
  protected ModelBuilder createModelBuilder() {
    return new LoneModelBuilder();
  }

  @Override
  protected ArtifactDescriptorReader createArtifactDescriptorReader() {
    descriptors = new TreeDescriptors(super.createArtifactDescriptorReader());
    return descriptors;
  }

  /** Where artifacts' needs are read; there once the system is. */
  TreeDescriptors descriptors() {
    return descriptors;
  }
}
