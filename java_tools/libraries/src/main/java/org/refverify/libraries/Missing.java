package org.refverify.libraries;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.util.artifact.SubArtifact;
import org.refverify.common.JsonWriter;

/** What was requested and is not available: coordinates with the reason for the request. */
final class Missing {
  static final String JAR = "jar of the class path";
  static final String NAMED = "jar at a path that is not followed";
  static final String MODEL = "parent or list of versions";
  private static final String NEEDS = "pom, for what it needs";
  private static final String VERSION = "no version is known";

  private final Map<String, String> why = new TreeMap<>();

  /** Records an artifact; the first reason for each artifact is kept. */
  void add(Artifact artifact, String reason) {
    boolean whole = !artifact.getVersion().isEmpty() && !artifact.getVersion().contains("${");
    why.putIfAbsent(Coordinates.of(artifact), whole ? reason : VERSION);
  }

  /** Records that the needs of an artifact are unknown. */
  void addPom(Artifact artifact) {
    add(new SubArtifact(artifact, "", "pom"), NEEDS);
  }

  /** Records a module whose class path cannot be determined. */
  void addModule(String coordinates, String reason) {
    why.putIfAbsent(coordinates, reason);
  }

  /** Everything except the poms of jars that are missing themselves. */
  List<Map<String, Object>> toJson() {
    return why.entrySet().stream()
        .filter(each -> !each.getValue().equals(NEEDS) || !why.containsKey(jar(each.getKey())))
        .map(each -> JsonWriter.object("coordinates", each.getKey(), "why", each.getValue()))
        .toList();
  }

  private static String jar(String pom) {
    return pom.replace(":pom:", ":");
  }
}
