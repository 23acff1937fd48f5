package org.refverify.libraries;

import org.apache.maven.model.building.ModelBuilder;
import org.eclipse.aether.impl.ArtifactDescriptorReader;
import org.eclipse.aether.supplier.RepositorySystemSupplier;

/** Maven's resolver, which looks for poms in the tree before it looks in repositories. */
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

  /** Reads what artifacts need; available once the system exists. */
  TreeDescriptors descriptors() {
    return descriptors;
  }
}
