package org.refverify.prover.compile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.refverify.prover.world.ClassReading;

/** The classes of a Java platform: the modules of its run-time image, or the jars before Java 9. */
final class JavaPlatform implements ClassContainer {
  private final FileSystem image;
  private final boolean running;
  private final Map<String, List<Path>> modulesByPackage = new HashMap<>();
  private final Map<String, Set<String>> exported = new ConcurrentHashMap<>();
  private final Set<String> packages = new HashSet<>();

  /** What to read for a JDK or a Java runtime; null means the one that runs this code. */
  static List<ClassContainer> of(Path home) throws IOException {
    if (home != null && !Files.exists(home.resolve("lib/modules"))) {
      return jars(home);
    }
    return List.of(new JavaPlatform(home));
  }

  private static List<ClassContainer> jars(Path home) throws IOException {
    List<ClassContainer> jars = new ArrayList<>();
    for (String name : List.of("jre/lib", "lib")) {
      for (String jar : List.of("rt.jar", "jce.jar", "jsse.jar")) {
        Path file = home.resolve(name).resolve(jar);
        if (Files.isRegularFile(file)) {
          jars.add(new ClassJar(file));
        }
      }
    }
    if (jars.isEmpty()) {
      throw new IOException(home + " holds no Java platform");
    }
    return jars;
  }

  private JavaPlatform(Path home) throws IOException {
    running = home == null;
    URI jrt = URI.create("jrt:/");
    image =
        running
            ? FileSystems.getFileSystem(jrt)
            : FileSystems.newFileSystem(jrt, Map.of("java.home", home.toString()));
    try (DirectoryStream<Path> all = Files.newDirectoryStream(image.getPath("/packages"))) {
      for (Path each : all) {
        addPackage(each);
      }
    }
  }

  private void addPackage(Path dotted) throws IOException {
    String name = dotted.getFileName().toString().replace('.', '/');
    packages.add(name);
    try (Stream<Path> modules = Files.list(dotted)) {
      modulesByPackage.put(
          name,
          modules
              .map(module -> image.getPath("/modules", module.getFileName().toString(), name))
              .filter(Files::isDirectory)
              .toList());
    }
  }

  @Override
  public byte[] bytes(String internalName) throws IOException {
    int slash = internalName.lastIndexOf('/');
    if (slash < 0) {
      return null;
    }
    String file = internalName.substring(slash + 1) + ".class";
    for (Path folder : modulesByPackage.getOrDefault(internalName.substring(0, slash), List.of())) {
      Path path = folder.resolve(file);
      if (Files.exists(path)) {
        return Files.readAllBytes(path);
      }
    }
    return null;
  }

  /** The module of a class that is here; null if the platform has no modules or no such class. */
  String module(String internalName) {
    int slash = internalName.lastIndexOf('/');
    String file = internalName.substring(slash + 1) + ".class";
    return modulesByPackage
        .getOrDefault(internalName.substring(0, Math.max(0, slash)), List.of())
        .stream()
        .filter(folder -> Files.exists(folder.resolve(file)))
        .map(folder -> folder.getName(1).toString())
        .findFirst()
        .orElse(null);
  }

  /** Whether a module exports a package (with slashes) to all others. */
  boolean exports(String module, String packageName) {
    return exported.computeIfAbsent(module, this::exportsOf).contains(packageName);
  }

  private Set<String> exportsOf(String module) {
    try {
      byte[] bytes = Files.readAllBytes(image.getPath("/modules", module, "module-info.class"));
      return ClassReading.node("module-info", bytes, 0).module.exports.stream()
          .filter(each -> each.modules == null || each.modules.isEmpty())
          .map(each -> each.packaze)
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean isPackage(String name) {
    return packages.contains(name);
  }

  @Override
  public void close() {
    if (running) {
      return;
    }
    try {
      image.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
