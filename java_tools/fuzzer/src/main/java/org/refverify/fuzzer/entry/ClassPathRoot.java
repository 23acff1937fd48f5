package org.refverify.fuzzer.entry;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** One folder or jar of a class path. */
final class ClassPathRoot implements Closeable {
  private final Path folder;
  private final ZipFile jar;

  private ClassPathRoot(Path folder, ZipFile jar) {
    this.folder = folder;
    this.jar = jar;
  }

  static List<ClassPathRoot> open(List<String> paths) throws IOException {
    List<ClassPathRoot> roots = new ArrayList<ClassPathRoot>();
    for (String path : paths) {
      Path at = Paths.get(path);
      if (Files.isDirectory(at)) {
        roots.add(new ClassPathRoot(at, null));
      } else if (Files.isRegularFile(at)) {
        roots.add(new ClassPathRoot(null, new ZipFile(at.toFile())));
      }
    }
    return roots;
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

  byte[] read(String path) {
    try {
      return jar == null ? readFile(path) : readEntry(path);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private byte[] readFile(String path) throws IOException {
    Path file = folder.resolve(path);
    return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
  }

  private byte[] readEntry(String path) throws IOException {
    ZipEntry entry = jar.getEntry(path);
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
