package org.refverify.libraries;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A local Maven repository, a Gradle cache, a tree of poms, and the results for it. */
final class Disk {
  private static final Pattern JAR = Pattern.compile("\"path\":\"([^\"]*)\"");
  private static final Pattern MISSING =
      Pattern.compile("\\{\"coordinates\":\"([^\"]*)\",\"why\":\"([^\"]*)\"");

  private final LibraryDesk desk = new LibraryDesk();
  private final Path folder;
  private final Map<String, String> poms = new LinkedHashMap<>();
  private String java;
  private int changed;

  Disk(Path folder) {
    this.folder = folder;
  }

  Path repository() {
    return folder.resolve("repository");
  }

  /** A pom of the tree: the elements of its project. */
  Disk tree(String path, String project) {
    poms.put(path, project(project));
    return this;
  }

  /** The version of Java that profiles see. */
  Disk onJava(String version) {
    java = version;
    return this;
  }

  /** How many modules, of those that are asked for, hold changed files. */
  Disk changing(int modules) {
    changed = modules;
    return this;
  }

  /** A whole file of the tree. */
  Disk file(String path, String text) {
    poms.put(path, text);
    return this;
  }

  /** A library of the local repository, {@code group:name:version}, with its jar. */
  Disk library(String coordinates, String... rest) {
    String[] parts = coordinates.split(":");
    Path version = version(parts);
    write(version.resolve(parts[1] + "-" + parts[2] + ".jar"), "");
    return pom(coordinates, rest);
  }

  /** The same without a jar. */
  Disk pom(String coordinates, String... rest) {
    String[] parts = coordinates.split(":");
    String pom = project(own(parts) + String.join("", rest));
    write(version(parts).resolve(parts[1] + "-" + parts[2] + ".pom"), pom);
    return this;
  }

  /** A library of Gradle's cache. */
  Disk gradle(String coordinates, String... rest) {
    String[] parts = coordinates.split(":");
    Path version = folder.resolve("gradle").resolve(Path.of(parts[0], parts[1], parts[2]));
    String name = parts[1] + "-" + parts[2];
    write(version.resolve("1a2b").resolve(name + ".jar"), "");
    String pom = project(own(parts) + String.join("", rest));
    write(version.resolve("3c4d").resolve(name + ".pom"), pom);
    return this;
  }

  private Path version(String... parts) {
    return repository().resolve(parts[0].replace('.', '/')).resolve(Path.of(parts[1], parts[2]));
  }

  static Path write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String project(String elements) {
    return "<project><modelVersion>4.0.0</modelVersion>" + elements + "</project>";
  }

  private static String own(String... parts) {
    return "<groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>"
        .formatted((Object[]) parts);
  }

  /**
   * Dependencies {@code group:name:version}, optionally with a scope; the version may be missing.
   */
  static String needs(String... all) {
    return "<dependencies>" + dependencies(all) + "</dependencies>";
  }

  static String manages(String... all) {
    return "<dependencyManagement>" + needs(all) + "</dependencyManagement>";
  }

  private static String dependencies(String... all) {
    StringBuilder text = new StringBuilder();
    for (String each : all) {
      String[] parts = each.split(":");
      text.append("<dependency><groupId>").append(parts[0]).append("</groupId>");
      text.append("<artifactId>").append(parts[1]).append("</artifactId>");
      text.append(parts.length > 2 ? "<version>" + parts[2] + "</version>" : "");
      boolean list = parts.length > 3 && parts[3].equals("import");
      text.append(list ? "<type>pom</type>" : "");
      text.append(parts.length > 3 ? "<scope>" + parts[3] + "</scope>" : "");
      text.append("</dependency>");
    }
    return text.toString();
  }

  /** The JSON for some modules. */
  String answer(String... modules) {
    return desk.find(poms, List.of(modules), changed, places());
  }

  private Places places() {
    Path gradle = folder.resolve("gradle");
    return new Places(
        repository().toString(), gradle.toString(), List.of(), Map.of(), null, java, false);
  }

  /** The names of the jars of some modules, in order. */
  List<String> jars(String... modules) {
    List<String> found = new ArrayList<>();
    Matcher jar = JAR.matcher(answer(modules));
    while (jar.find()) {
      found.add(Path.of(jar.group(1)).getFileName().toString());
    }
    return found;
  }

  /** The missing artifacts for some modules, each with the reason. */
  Map<String, String> missing(String... modules) {
    String answer = answer(modules);
    Map<String, String> found = new LinkedHashMap<>();
    Matcher each = MISSING.matcher(answer.substring(answer.indexOf("\"missing\"")));
    while (each.find()) {
      found.put(each.group(1), each.group(2));
    }
    return found;
  }

  /** Every file of the repository. */
  List<String> files() {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.map(Path::toString).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
