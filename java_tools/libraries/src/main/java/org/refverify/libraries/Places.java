package org.refverify.libraries;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The places to search for files.
 *
 * @param repository the local Maven repository
 * @param gradle the folder of Gradle's downloads
 * @param settings the user's Maven settings, the more important first; read only to fetch
 * @param environment the variables that settings may use; used only to fetch
 * @param trusted the certificates by which servers are trusted; null for those of this runtime
 * @param java the version of Java that profiles see; null for that of this runtime
 * @param fetch whether missing files are downloaded
 */
public record Places(
    String repository,
    String gradle,
    List<String> settings,
    Map<String, String> environment,
    String trusted,
    String java,
    boolean fetch) {

  /** Whether a file is in the local repository or in Gradle's folder. */
  boolean hold(Path file) {
    Path plain = file.toAbsolutePath().normalize();
    return plain.startsWith(folder(repository)) || plain.startsWith(folder(gradle));
  }

  /** Whether a file is in Gradle's folder. */
  boolean isOfGradle(Path file) {
    return file.toAbsolutePath().normalize().startsWith(folder(gradle));
  }

  private static Path folder(String path) {
    return Path.of(path).toAbsolutePath().normalize();
  }
}
