package launch;

import java.io.File;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Sources that are compiled together. If {@code base} is given, it contains the classes of the
 * unchanged base, and {@code changed} lists the sources that differ from it. {@code behind}
 * contains class path entries that count unless the set whose base they are was compiled as a
 * whole.
 */
final class SourceSet {
  final String name;
  final List<String> options = new ArrayList<>();
  final List<String> classPath = new ArrayList<>();
  final Set<String> behind = new HashSet<>();
  final List<File> sources = new ArrayList<>();
  final List<File> changed = new ArrayList<>();
  Charset encoding = StandardCharsets.UTF_8;
  File output = new File(".");
  File base;
  boolean deleted;

  private final TreePlace place;

  SourceSet(String name, TreePlace place) {
    this.name = name;
    this.place = place;
  }

  /** Reads one input line in the format of {@link Compile}. */
  void take(String word, String value) {
    switch (word) {
      case "encoding":
        encoding = Charset.forName(value);
        break;
      case "output":
        output = place.folder(value);
        break;
      case "path":
        classPath.add(place.folder(value).getPath());
        break;
      case "behind":
        classPath.add(place.folder(value).getPath());
        behind.add(place.folder(value).getPath());
        break;
      case "option":
        options.add(value);
        break;
      case "source":
        sources.add(place.source(value));
        break;
      case "base":
        base = place.folder(value);
        break;
      case "changed":
        changed.add(place.source(value));
        break;
      case "deleted":
        deleted = true;
        break;
      default:
        throw new IllegalArgumentException(word + " " + value);
    }
  }
}
