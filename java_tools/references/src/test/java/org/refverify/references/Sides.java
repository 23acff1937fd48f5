package org.refverify.references;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles texts with javac; one text contains several files, each after a line {@code // path}.
 */
final class Sides {
  static final List<String> FRAMEWORKS = List.of("org/junit", "junit");

  private Sides() {}

  /** The differences between two versions; paths that begin with {@code test/} are tests. */
  static List<String> differences(String before, String after, String... edited) {
    return differences(before, after, FollowedName.NONE, List.of(), List.of(edited));
  }

  private static List<String> differences(
      String before,
      String after,
      FollowedName followed,
      List<String> followers,
      List<String> edited) {
    try {
      ProjectClasses old = version(before);
      ProjectClasses now = version(after);
      return new ReferenceComparison(old, now, Sides::library)
          .findings(edited, followers, followed, FRAMEWORKS).stream().map(Sides::shown).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The findings although one test, {@code test/ATest.java}, may follow a method. */
  static List<String> refusedThoughFollowed(
      String before, String after, String oldName, String newName) {
    FollowedName followed = new FollowedName(oldName, newName);
    return differences(before, after, followed, List.of("test/ATest.java"), List.of()).stream()
        .filter(line -> !line.startsWith("reference :"))
        .toList();
  }

  /** The same without references that give no power. */
  static List<String> refused(String before, String after, String... edited) {
    return differences(before, after, edited).stream()
        .filter(line -> !line.startsWith("reference :"))
        .toList();
  }

  private static String shown(Finding finding) {
    UsePlace place = finding.place();
    String group = finding.kind() == Finding.Kind.REFERENCE ? " " + finding.group() : "";
    String kind = finding.kind().name().toLowerCase(Locale.ROOT);
    return kind + group + ": " + finding.what() + " at " + place.source() + ":" + place.line();
  }

  /** The class files of a text, by internal name. */
  static Map<String, byte[]> classes(String text) {
    try {
      return compile(files(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ProjectClasses version(String text) throws IOException {
    Map<String, byte[]> main = new TreeMap<>();
    Map<String, byte[]> test = new TreeMap<>();
    Map<String, String> files = files(text);
    compile(files)
        .forEach(
            (name, bytes) -> {
              String source = UseReader.sourceOf(ProjectClasses.read(bytes));
              (files.containsKey("test/" + source) ? test : main).put(name, bytes);
            });
    return new ProjectClasses(main, test, Sides::library);
  }

  private static Map<String, String> files(String text) {
    Map<String, String> files = new TreeMap<>();
    for (String part : text.split("(?m)^// ")) {
      if (!part.isBlank()) {
        int end = part.indexOf('\n');
        files.put(part.substring(0, end).strip(), part.substring(end + 1));
      }
    }
    return files;
  }

  private static Map<String, byte[]> compile(Map<String, String> files) throws IOException {
    Path out = Files.createTempDirectory("sides");
    try {
      List<Source> sources = new ArrayList<>();
      files.forEach((path, text) -> sources.add(new Source(path, text)));
      JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
      List<String> options = List.of("-g", "-nowarn", "-proc:none", "-d", out.toString());
      if (!sources.isEmpty() && !javac.getTask(null, null, null, options, null, sources).call()) {
        throw new IllegalArgumentException("does not compile");
      }
      return classes(out);
    } finally {
      try (Stream<Path> all = Files.walk(out)) {
        all.sorted(Comparator.reverseOrder()).forEach(p -> p.toFile().delete());
      }
    }
  }

  private static Map<String, byte[]> classes(Path out) throws IOException {
    Map<String, byte[]> found = new TreeMap<>();
    try (Stream<Path> all = Files.walk(out)) {
      for (Path path : all.filter(p -> p.toString().endsWith(".class")).toList()) {
        String name = out.relativize(path).toString();
        found.put(name.replace(".class", ""), Files.readAllBytes(path));
      }
    }
    return found;
  }

  private static byte[] library(String name) {
    try (InputStream in = Sides.class.getClassLoader().getResourceAsStream(name + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String path, String text) {
      super(URI.create("string:///" + path.replaceFirst("^test/", "")), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
