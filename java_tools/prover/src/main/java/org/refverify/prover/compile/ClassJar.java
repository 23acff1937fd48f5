package org.refverify.prover.compile;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A jar; in a multi-release jar the oldest release is read. */
final class ClassJar implements ClassContainer {
  private final ZipFile zip;
  private final Set<String> packages = new HashSet<>();

  ClassJar(Path jar) throws IOException {
    zip = new ZipFile(jar.toFile());
    zip.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class")).forEach(this::add);
  }

  private void add(String entry) {
    int end = entry.lastIndexOf('/');
    while (end > 0 && packages.add(entry.substring(0, end))) {
      end = entry.lastIndexOf('/', end - 1);
    }
  }

  @Override
  public byte[] bytes(String internalName) throws IOException {
    ZipEntry entry = zip.getEntry(internalName + ".class");
    if (entry == null) {
      return null;
    }
    try (InputStream in = zip.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  @Override
  public boolean isPackage(String name) {
    return packages.contains(name);
  }

  @Override
  public void close() {
    try {
      zip.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
