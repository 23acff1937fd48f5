package org.refverify.fuzzer.run;

import java.io.File;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;

/** Decides what a call may do with the file that it names. */
final class Reading {
  private Reading() {}

  /** Whether nothing is changed or created because the file to read does not exist. */
  static boolean isHarmless(Object file, Object how) {
    if (file == null) {
      return true;
    }
    Path path = path(file);
    return path != null && isReading(how) && isMissing(path);
  }

  /** Whether there is no such file, or none is named. */
  static boolean isMissing(Object file) {
    if (file == null) {
      return true;
    }
    Path path = path(file);
    return path != null && isMissing(path);
  }

  private static boolean isMissing(Path path) {
    return Files.notExists(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isReading(Object how) {
    if (how == null || how.equals("r")) {
      return true;
    }
    if (!(how instanceof Object[])) {
      return false;
    }
    for (Object option : (Object[]) how) {
      if (option != StandardOpenOption.READ && option != LinkOption.NOFOLLOW_LINKS) {
        return false;
      }
    }
    return true;
  }

  /** The path; null for anything that may give another answer the next time. */
  private static Path path(Object file) {
    try {
      if (file.getClass() == File.class) {
        return ((File) file).toPath();
      }
      if (file instanceof String) {
        return Paths.get((String) file);
      }
    } catch (InvalidPathException nameless) {
      return null;
    }
    boolean own = file instanceof Path && file.getClass().getClassLoader() == null;
    return own && ((Path) file).getFileSystem() == FileSystems.getDefault() ? (Path) file : null;
  }
}
