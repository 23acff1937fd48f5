package org.refverify.libraries;

import java.util.regex.Pattern;
import org.eclipse.aether.artifact.Artifact;

/** Formats coordinates of artifacts, and decides which of them may become a path. */
final class Coordinates {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_+~.\\-]*");

  private Coordinates() {}

  /** {@code group:name:version}, with type and classifier unless they are those of a usual jar. */
  static String of(Artifact artifact) {
    StringBuilder text = new StringBuilder(artifact.getGroupId());
    text.append(':').append(artifact.getArtifactId());
    boolean classified = !artifact.getClassifier().isEmpty();
    if (classified || !artifact.getExtension().equals("jar")) {
      text.append(':').append(artifact.getExtension());
    }
    if (classified) {
      text.append(':').append(artifact.getClassifier());
    }
    return text.append(':').append(artifact.getBaseVersion()).toString();
  }

  /** Whether an artifact's file has exactly the path of its coordinates, in no other folder. */
  static boolean arePlain(Artifact artifact) {
    return isPlain(artifact.getGroupId())
        && isPlain(artifact.getArtifactId())
        && isPlain(artifact.getExtension())
        && isPlain(artifact.getClassifier())
        && isVersion(artifact.getVersion());
  }

  private static boolean isPlain(String part) {
    return PLAIN.matcher(part).matches() && !part.contains("..");
  }

  /**
   * Whether a version is safe. A version range is not a path; the version that is selected from it
   * is checked again.
   */
  private static boolean isVersion(String version) {
    return isPlain(version) || version.startsWith("[") || version.startsWith("(");
  }
}
