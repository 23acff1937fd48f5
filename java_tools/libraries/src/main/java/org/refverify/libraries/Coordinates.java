package org.refverify.libraries;

import java.util.regex.Pattern;
import org.eclipse.aether.artifact.Artifact;

/** How artifacts are written, and which coordinates may become a path. */
final class Coordinates {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_+~.\\-]*");

  private Coordinates() {}

  /** {@code group:name:version}; type and classifier where they are not those of a usual jar. */
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

  /** Whether an artifact's file has the path that its coordinates say, and no other folder's. */
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

  /** A range of versions is no path: the version that is chosen of it is looked at again. */
  private static boolean isVersion(String version) {
    return isPlain(version) || version.startsWith("[") || version.startsWith("(");
  }
}
