package org.refverify.libraries;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.maven.model.Model;
import org.apache.maven.model.Parent;
import org.apache.maven.model.building.ModelProcessor;
import org.apache.maven.model.building.ModelSource2;
import org.apache.maven.model.io.DefaultModelReader;

/** The poms of a source tree, by path and by coordinates. */
final class TreePoms {
  private static final String POM = "pom.xml";

  private final Map<String, byte[]> files = new TreeMap<>();
  private final Map<String, Model> raw = new HashMap<>();
  private final Map<String, String> pathByName = new HashMap<>();

  /**
   * Reads the coordinates of all poms; if two have the same name, the first path wins.
   *
   * @param files by path from the tree's root, each byte one character
   */
  TreePoms(Map<String, String> files) {
    files.forEach((path, text) -> this.files.put(path, text.getBytes(StandardCharsets.ISO_8859_1)));
    this.files.forEach(
        (path, bytes) ->
            read(bytes)
                .ifPresent(
                    model -> {
                      raw.put(path, model);
                      pathByName.putIfAbsent(name(group(model), model.getArtifactId()), path);
                    }));
  }

  private static Optional<Model> read(byte[] bytes) {
    try (InputStream stream = new ByteArrayInputStream(bytes)) {
      Map<String, ?> options = Map.of(ModelProcessor.IS_STRICT, false);
      return Optional.of(new DefaultModelReader().read(stream, options));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A fresh copy of the pom's own content; empty if the pom cannot be read. */
  Optional<Model> raw(String path) {
    return Optional.ofNullable(raw.get(path)).map(Model::clone);
  }

  /** The pom of some coordinates, with any version. */
  Optional<String> path(String group, String name) {
    return Optional.ofNullable(pathByName.get(name(group, name)));
  }

  /** The pom of some coordinates; a version that a property defines matches any. */
  Optional<String> path(String group, String name, String version) {
    return path(group, name).filter(path -> mayBe(version(raw.get(path)), version));
  }

  private static boolean mayBe(String declared, String wanted) {
    return declared == null || declared.contains("${") || declared.equals(wanted);
  }

  private static String group(Model model) {
    Parent parent = model.getParent();
    return model.getGroupId() == null && parent != null ? parent.getGroupId() : model.getGroupId();
  }

  private static String version(Model model) {
    Parent parent = model.getParent();
    return model.getVersion() == null && parent != null ? parent.getVersion() : model.getVersion();
  }

  private static String name(String group, String name) {
    return group + ":" + name;
  }

  /** A pom as a source whose relative paths can only lead to poms of the tree. */
  ModelSource2 source(String path) {
    return new Source(path);
  }

  private final class Source implements ModelSource2 {
    private final String path;

    Source(String path) {
      this.path = path;
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(files.get(path));
    }

    @Override
    public String getLocation() {
      return path;
    }

    @Override
    public ModelSource2 getRelatedSource(String relative) {
      String folder = path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "";
      String joined = joined(folder, relative.replace('\\', '/'));
      if (joined == null) {
        return null;
      }
      if (files.containsKey(joined)) {
        return new Source(joined);
      }
      String below = joined.isEmpty() ? POM : joined + "/" + POM;
      return files.containsKey(below) ? new Source(below) : null;
    }

    @Override
    public URI getLocationURI() {
      try {
        return new URI("tree", null, "/" + path, null);
      } catch (URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A relative path seen from a folder of the tree; null if it leaves the tree. */
  private static String joined(String folder, String relative) {
    Deque<String> parts = new ArrayDeque<>();
    for (String part : (folder + "/" + relative).split("/")) {
      if (part.equals("..")) {
        if (parts.pollLast() == null) {
          return null;
        }
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.addLast(part);
      }
    }
    return relative.startsWith("/") ? null : String.join("/", parts);
  }
}
