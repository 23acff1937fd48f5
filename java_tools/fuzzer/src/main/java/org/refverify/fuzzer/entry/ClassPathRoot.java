package org.refverify.fuzzer.entry;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** One folder or jar of a class path; a multi-release jar is read as the running JDK sees it. */
final class ClassPathRoot implements Closeable {
  private static final String VERSIONS = "META-INF/versions/";

  private final Path folder;
  private final ZipFile jar;

  /** The folders of the jar with classes for newer JDKs, the newest first. */
  private final List<String> versions;

  private ClassPathRoot(Path folder, ZipFile jar, List<String> versions) {
    this.folder = folder;
    this.jar = jar;
    this.versions = versions;
  }

  /**
   * Opens a folder or a jar.
   *
   * @return null if the path does not exist
   * @throws IOException it is neither a folder nor a readable jar
   */
  static ClassPathRoot open(String path) throws IOException {
    Path at = Paths.get(path);
    if (Files.isDirectory(at)) {
      return new ClassPathRoot(at, null, Collections.<String>emptyList());
    }
    if (!Files.isRegularFile(at)) {
      return null;
    }
    ZipFile jar = new ZipFile(at.toFile());
    return new ClassPathRoot(null, jar, versions(jar));
  }

  private static List<String> versions(ZipFile jar) throws IOException {
    SortedSet<Integer> numbers = new TreeSet<Integer>(Collections.reverseOrder());
    if (isMultiRelease(jar)) {
      for (Enumeration<? extends ZipEntry> e = jar.entries(); e.hasMoreElements(); ) {
        String name = e.nextElement().getName();
        if (name.startsWith(VERSIONS)) {
          String number = name.substring(VERSIONS.length()).replaceAll("/.*", "");
          if (number.matches("\\d{1,3}") && Integer.parseInt(number) <= JdkClassFiles.FEATURE) {
            numbers.add(Integer.parseInt(number));
          }
        }
      }
    }
    List<String> folders = new ArrayList<String>();
    for (int number : numbers) {
      folders.add(VERSIONS + number + "/");
    }
    return folders;
  }

  private static boolean isMultiRelease(ZipFile jar) throws IOException {
    ZipEntry manifest = jar.getEntry("META-INF/MANIFEST.MF");
    if (manifest == null || JdkClassFiles.FEATURE < 9) {
      return false;
    }
    try (InputStream in = jar.getInputStream(manifest)) {
      String value = new Manifest(in).getMainAttributes().getValue("Multi-Release");
      return "true".equalsIgnoreCase(value);
    }
  }

  List<String> classNames() throws IOException {
    List<String> names = new ArrayList<String>();
    for (String path : jar == null ? filesOfFolder() : filesOfJar()) {
      if (path.endsWith(".class")
          && !path.startsWith("META-INF/")
          && !path.endsWith("module-info.class")) {
        names.add(path.substring(0, path.length() - ".class".length()).replace('/', '.'));
      }
    }
    return names;
  }

  private List<String> filesOfFolder() throws IOException {
    List<String> paths = new ArrayList<String>();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(Files::isRegularFile)
          .forEach(
              f -> paths.add(folder.relativize(f).toString().replace(File.separatorChar, '/')));
    }
    return paths;
  }

  private List<String> filesOfJar() {
    List<String> paths = new ArrayList<String>();
    for (Enumeration<? extends ZipEntry> e = jar.entries(); e.hasMoreElements(); ) {
      paths.add(e.nextElement().getName());
    }
    return paths;
  }

  /**
   * Content of a file; null if there is none.
   *
   * @throws IOException the file cannot be read
   */
  byte[] read(String path) throws IOException {
    return jar == null ? readFile(path) : readEntry(path);
  }

  private byte[] readFile(String path) throws IOException {
    Path file = folder.resolve(path);
    return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
  }

  private byte[] readEntry(String path) throws IOException {
    ZipEntry entry = jar.getEntry(path);
    for (int i = 0; i < versions.size() && !path.startsWith("META-INF/"); i++) {
      ZipEntry versioned = jar.getEntry(versions.get(i) + path);
      if (versioned != null) {
        entry = versioned;
        break;
      }
    }
    if (entry == null || entry.isDirectory()) {
      return null;
    }
    try (InputStream in = jar.getInputStream(entry)) {
      return Content.of(in);
    }
  }

  @Override
  public void close() throws IOException {
    if (jar != null) {
      jar.close();
    }
  }
}
