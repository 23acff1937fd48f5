package launch;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the ABI of compiled classes, and finds the class files of a source. */
final class Abi {
  private Abi() {}

  /** All class files below a folder. */
  static List<File> classes(File folder) {
    List<File> found = new ArrayList<>();
    File[] entries = folder.listFiles();
    for (File entry : entries == null ? new File[0] : entries) {
      if (entry.isDirectory()) {
        found.addAll(classes(entry));
      } else if (entry.getName().endsWith(".class")) {
        found.add(entry);
      }
    }
    return found;
  }

  /** The classes that other sources can name, by name. */
  static Map<String, ClassFile> of(List<File> classes) throws IOException {
    Map<String, ClassFile> found = new TreeMap<>();
    for (File each : classes) {
      ClassFile file = read(each);
      if (!isAnonymous(file.name())) {
        found.put(file.name(), file);
      }
    }
    return found;
  }

  /** Reads one class file. */
  static ClassFile read(File file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(new FileInputStream(file)))) {
      return ClassFile.read(in);
    }
  }

  /** Whether the class is anonymous or local: its name has a digit after a dollar sign. */
  private static boolean isAnonymous(String name) {
    int dollar = name.indexOf('$');
    while (dollar >= 0) {
      if (dollar + 1 < name.length() && Character.isDigit(name.charAt(dollar + 1))) {
        return true;
      }
      dollar = name.indexOf('$', dollar + 1);
    }
    return false;
  }

  /** The top-level class that a class file belongs to, as a path without suffix. */
  static String topLevel(File folder, File classFile) {
    String path = folder.toPath().relativize(classFile.toPath()).toString().replace('\\', '/');
    String plain = path.substring(0, path.length() - ".class".length());
    int dollar = plain.indexOf('$', plain.lastIndexOf('/') + 2);
    return dollar < 0 ? plain : plain.substring(0, dollar);
  }
}
