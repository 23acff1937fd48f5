package org.refverify.libraries;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.aether.artifact.Artifact;
import org.refverify.prover.verdict.ProofJson;

/** What was asked for and is not there: by coordinates, with what it is needed for. */
final class Missing {
  private final Map<String, String> why = new TreeMap<>();

  /** Notes an artifact; of the same one the first reason stays. */
  void add(Artifact artifact, String reason) {
    why.putIfAbsent(Coordinates.of(artifact), reason);
  }

  /** Notes something that has no whole coordinates. */
  void add(String coordinates, String reason) {
    why.putIfAbsent(coordinates, reason);
  }

  List<Map<String, Object>> toJson() {
    return why.entrySet().stream()
        .map(each -> ProofJson.object("coordinates", each.getKey(), "why", each.getValue()))
        .toList();
  }
}
