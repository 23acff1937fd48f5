package org.refverify.libraries;

import java.util.List;
import java.util.Optional;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Parent;
import org.apache.maven.model.Repository;
import org.apache.maven.model.building.FileModelSource;
import org.apache.maven.model.building.ModelSource;
import org.apache.maven.model.resolution.ModelResolver;
import org.apache.maven.model.resolution.UnresolvableModelException;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.version.Version;

/** Finds parents and imported lists of versions: first in the tree, then in repositories. */
final class PomResolver implements ModelResolver {
  private final TreePoms poms;
  private final Resolving resolving;

  PomResolver(TreePoms poms, Resolving resolving) {
    this.poms = poms;
    this.resolving = resolving;
  }

  @Override
  public ModelSource resolveModel(String group, String name, String version)
      throws UnresolvableModelException {
    return find(group, name, version);
  }

  @Override
  public ModelSource resolveModel(Parent parent) throws UnresolvableModelException {
    String version = newest(parent.getGroupId(), parent.getArtifactId(), parent.getVersion());
    parent.setVersion(version);
    return find(parent.getGroupId(), parent.getArtifactId(), version);
  }

  @Override
  public ModelSource resolveModel(Dependency list) throws UnresolvableModelException {
    String version = newest(list.getGroupId(), list.getArtifactId(), list.getVersion());
    list.setVersion(version);
    return find(list.getGroupId(), list.getArtifactId(), version);
  }

  private ModelSource find(String group, String name, String version)
      throws UnresolvableModelException {
    Optional<String> ofTree = poms.path(group, name, version);
    if (ofTree.isPresent()) {
      return poms.source(ofTree.get());
    }
    Artifact pom = new DefaultArtifact(group, name, "", "pom", version);
    return resolving
        .file(pom, Missing.MODEL)
        .map(file -> (ModelSource) new FileModelSource(file.toFile()))
        .orElseThrow(() -> new UnresolvableModelException("not found here", group, name, version));
  }

  /** The newest known version of a range; a version that is not a range is returned unchanged. */
  private String newest(String group, String name, String version)
      throws UnresolvableModelException {
    if (!version.startsWith("[") && !version.startsWith("(")) {
      return version;
    }
    try {
      Artifact range = new DefaultArtifact(group, name, "", "pom", version);
      VersionRangeRequest request = new VersionRangeRequest(range, resolving.repositories(), null);
      List<Version> known =
          resolving.system().resolveVersionRange(resolving.session(), request).getVersions();
      return known.isEmpty() ? version : known.get(known.size() - 1).toString();
    } catch (RepositoryException e) {
      throw new UnresolvableModelException(e, group, name, version);
    }
  }

  @Override
  public void addRepository(Repository repository) {
    // Only the user's own settings name repositories.
  }

  @Override
  public void addRepository(Repository repository, boolean replace) {
    // The same holds here.
  }

  @Override
  public ModelResolver newCopy() {
    return this;
  }
}
