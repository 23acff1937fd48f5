package org.refverify.libraries;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.repository.WorkspaceReader;
import org.eclipse.aether.repository.WorkspaceRepository;

/** The files that Gradle has downloaded, in folders by group, name, version and hash. */
final class GradleStore implements WorkspaceReader {
  private final Path folder;
  private final WorkspaceRepository repository = new WorkspaceRepository("gradle");

  GradleStore(String folder) {
    this.folder = Path.of(folder);
  }

  @Override
  public WorkspaceRepository getRepository() {
    return repository;
  }

  @Override
  public File findArtifact(Artifact artifact) {
    if (!Coordinates.arePlain(artifact)) {
      return null;
    }
    Path version =
        folder
            .resolve(artifact.getGroupId())
            .resolve(artifact.getArtifactId())
            .resolve(artifact.getVersion());
    String classifier = artifact.getClassifier().isEmpty() ? "" : "-" + artifact.getClassifier();
    String name =
        artifact.getArtifactId()
            + "-"
            + artifact.getVersion()
            + classifier
            + "."
            + artifact.getExtension();
    return below(version).stream()
        .map(hash -> version.resolve(hash).resolve(name))
        .filter(Files::isRegularFile)
        .findFirst()
        .map(Path::toFile)
        .orElse(null);
  }

  @Override
  public List<String> findVersions(Artifact artifact) {
    return Coordinates.arePlain(artifact)
        ? List.copyOf(
            below(folder.resolve(artifact.getGroupId()).resolve(artifact.getArtifactId())))
        : List.of();
  }

  private static Set<String> below(Path folder) {
    Set<String> names = new TreeSet<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        entries.forEach(each -> names.add(each.getFileName().toString()));
      } catch (IOException e) {
        return new TreeSet<>();
      }
    }
    return names;
  }
}
