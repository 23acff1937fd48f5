package org.refverify.prover.compile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder of class files. */
final class ClassFolder implements ClassContainer {
  private final Path root;

  ClassFolder(Path root) {
    this.root = root;
  }

  @Override
  public byte[] bytes(String internalName) throws IOException {
    Path file = root.resolve(internalName + ".class");
    return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
  }

  @Override
  public boolean isPackage(String name) {
    return Files.isDirectory(root.resolve(name));
  }
}
