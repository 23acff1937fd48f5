package org.refverify.libraries;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.aether.AbstractRepositoryListener;
import org.eclipse.aether.RepositoryEvent;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.RepositorySystemSession.CloseableSession;
import org.eclipse.aether.RepositorySystemSession.SessionBuilder;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.repository.LocalRepository;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.supplier.SessionBuilderSupplier;
import org.eclipse.aether.util.repository.SimpleArtifactDescriptorPolicy;

/**
 * Finds files by coordinates: in the local Maven repository and in Gradle's cache; if fetching is
 * allowed, also in the repositories of the user's settings, and in no others.
 */
final class Resolving implements AutoCloseable {
  private final RepositorySystem system;
  private final CloseableSession session;
  private final Places places;
  private final List<RemoteRepository> repositories;
  private final Missing missing;
  private final Set<String> fetched = new HashSet<>();

  Resolving(RepositorySystem system, Places places, Missing missing) {
    this.system = system;
    this.places = places;
    this.missing = missing;
    UserSettings settings = places.fetch() ? UserSettings.of(places) : null;
    SessionBuilder builder = builder(system, places);
    if (settings != null) {
      settings.configure(builder);
    }
    session = builder.setRepositoryListener(new Listener()).build();
    repositories =
        settings == null
            ? List.of()
            : system.newResolutionRepositories(session, settings.repositories());
  }

  private static SessionBuilder builder(RepositorySystem system, Places places) {
    // "simple" ignores the repository from which a file was downloaded.
    LocalRepository local = new LocalRepository(Path.of(places.repository()), "simple");
    return new SessionBuilderSupplier(system)
        .get()
        .withLocalRepositories(local)
        .setSystemProperties(properties(places))
        .setConfigProperties(configuration())
        .setOffline(!places.fetch())
        .setIgnoreArtifactDescriptorRepositories(true)
        .setArtifactDescriptorPolicy(new SimpleArtifactDescriptorPolicy(true, true))
        .setWorkspaceReader(new GradleStore(places.gradle()));
  }

  /** Everything that a pom may know about the machine: the Java and the system of the build. */
  static Map<String, String> properties(Places places) {
    Map<String, String> known = new HashMap<>();
    for (String name : List.of("java.version", "os.name", "os.arch", "os.version")) {
      known.put(name, System.getProperty(name));
    }
    if (places.java() != null) {
      known.put("java.version", places.java());
    }
    return known;
  }

  /** Keeps locks in memory, so that none is a file in the user's repository. */
  private static Map<String, Object> configuration() {
    return Map.of("aether.syncContext.named.factory", "rwlock-local");
  }

  RepositorySystem system() {
    return system;
  }

  RepositorySystemSession session() {
    return session;
  }

  List<RemoteRepository> repositories() {
    return repositories;
  }

  /** The file of an artifact; empty, and recorded as missing, if there is none. */
  Optional<Path> file(Artifact artifact, String use) {
    Optional<Path> found = Coordinates.arePlain(artifact) ? ask(artifact) : Optional.empty();
    if (found.isEmpty()) {
      missing.add(artifact, use);
    }
    return found;
  }

  private Optional<Path> ask(Artifact artifact) {
    try {
      ArtifactRequest request = new ArtifactRequest(artifact, repositories, null);
      return Optional.ofNullable(system.resolveArtifact(session, request).getArtifact().getPath())
          .filter(places::hold);
    } catch (ArtifactResolutionException e) {
      return Optional.empty();
    }
  }

  /** Whether the artifact was downloaded just now. */
  boolean isFetched(Artifact artifact) {
    return fetched.contains(Coordinates.of(artifact));
  }

  private final class Listener extends AbstractRepositoryListener {
    @Override
    public void artifactDownloaded(RepositoryEvent event) {
      if (event.getException() == null) {
        fetched.add(Coordinates.of(event.getArtifact()));
      }
    }

    @Override
    public void artifactDescriptorMissing(RepositoryEvent event) {
      missing.addPom(event.getArtifact());
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
