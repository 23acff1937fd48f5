package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Folders that belong to the engine alone. */
final class Folders {
  private Folders() {}

  /** An empty folder; deletes what a killed campaign left there. */
  static Path anew(Path folder) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      delete(folder);
    }
    return Files.createDirectories(folder);
  }

  /** Deletes a folder with its content; does not follow links. */
  static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path at, IOException failure)
              throws IOException {
            Files.delete(at);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
