package org.refverify.libraries;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where files are looked for.
 *
 * @param repository the local Maven repository
 * @param gradle the folder of Gradle's downloads
 * @param settings the user's Maven settings, the more important first; read only to fetch
 * @param environment what settings may name; used only to fetch
 * @param trusted the certificates that servers are believed by; null for those of this runtime
 * @param fetch whether what is missing is downloaded
 */
public record Places(
    String repository,
    String gradle,
    List<String> settings,
    Map<String, String> environment,
    String trusted,
    boolean fetch) {

  /** Whether a file lies in one of the two folders. */
  boolean hold(Path file) {
    Path plain = file.toAbsolutePath().normalize();
    return plain.startsWith(folder(repository)) || plain.startsWith(folder(gradle));
  }

  /** Whether a file lies in Gradle's folder. */
  boolean isOfGradle(Path file) {
    return file.toAbsolutePath().normalize().startsWith(folder(gradle));
  }

  private static Path folder(String path) {
    return Path.of(path).toAbsolutePath().normalize();
  }
}
