package org.refverify.prover.compile;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.refverify.prover.pairing.OwnTexts;
import org.refverify.prover.world.ClassLookup;
import org.refverify.prover.world.ClassReading;
import org.refverify.prover.world.CompiledVersion;

/** One version as the class files of a build: the code that really runs. */
public final class BuiltClasses implements ComparedVersion {
  private static final int UTF8 = 1;

  private final Map<String, byte[]> classes;
  private final Libraries libraries;
  private final Map<String, String> otherFiles;
  private final Set<String> included = new TreeSet<>();

  /**
   * A version in memory.
   *
   * @param classes by internal name
   * @param otherFiles hash of the contents, by path, of the changed files that are not class files
   */
  public BuiltClasses(
      Map<String, byte[]> classes, Libraries libraries, Map<String, String> otherFiles) {
    this.classes = new TreeMap<>(classes);
    this.libraries = libraries;
    this.otherFiles = Map.copyOf(otherFiles);
  }

  /**
   * The class files below some folders. If several folders have a class, the first one wins. The
   * class of another folder runs in another module, so it is compared as a whole file.
   *
   * @param otherFiles hash of the contents, by path, of the changed files that are not class files
   * @throws UncheckedIOException a file cannot be read
   */
  static BuiltClasses below(
      List<Path> folders, Libraries libraries, Map<String, String> otherFiles) {
    Map<String, byte[]> classes = new TreeMap<>();
    Map<String, String> others = new TreeMap<>();
    for (int i = 0; i < folders.size(); i++) {
      String place = "folder " + i + ": ";
      below(folders.get(i))
          .forEach(
              (name, bytes) -> {
                if (classes.putIfAbsent(name, bytes) != null) {
                  others.put(place + name, Digest.of(bytes));
                }
              });
    }
    others.putAll(otherFiles);
    return new BuiltClasses(classes, libraries, others);
  }

  /**
   * The class files below a folder, by internal name.
   *
   * @throws UncheckedIOException a file cannot be read
   */
  public static Map<String, byte[]> below(Path folder) {
    Map<String, byte[]> classes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.filter(BuiltClasses::isClass)::iterator) {
        String path = folder.relativize(file).toString().replace('\\', '/');
        String name = path.substring(0, path.length() - ".class".length());
        classes.put(name, Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return classes;
  }

  private static boolean isClass(Path file) {
    return file.toString().endsWith(".class") && Files.isRegularFile(file);
  }

  /** The top-level classes whose bytes differ between the two sides. */
  Set<String> different(BuiltClasses other) {
    Set<String> all = new TreeSet<>(classes.keySet());
    all.addAll(other.classes.keySet());
    all.removeIf(name -> Arrays.equals(classes.get(name), other.classes.get(name)));
    return all.stream().map(BuiltClasses::topLevel).collect(TreeSet::new, Set::add, Set::addAll);
  }

  /**
   * The name up to the first dollar sign inside it. A class with a dollar sign in its own name is
   * then included too.
   */
  private static String topLevel(String internalName) {
    int dollar = internalName.indexOf('$', internalName.lastIndexOf('/') + 2);
    return dollar < 0 ? internalName : internalName.substring(0, dollar);
  }

  @Override
  public Set<String> mentioning(Set<String> names) {
    Set<String> found = new TreeSet<>();
    Set<String> superclasses = Words.superclasses(names);
    classes.forEach(
        (name, bytes) -> {
          if (ClassReading.read(
              name,
              bytes,
              reader -> inherits(reader, superclasses) || mentions(reader, bytes, names))) {
            found.add(topLevel(name));
          }
        });
    return found;
  }

  @Override
  public Set<String> withText(Set<String> names) {
    Set<String> found = new TreeSet<>();
    classes.forEach(
        (name, bytes) -> {
          if (!included.contains(topLevel(name))
              && ClassReading.read(
                  name,
                  bytes,
                  reader -> mentions(reader, bytes, names) && hasText(reader, names))) {
            found.add(topLevel(name));
          }
        });
    return found;
  }

  private static boolean hasText(ClassReader reader, Set<String> names) {
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return OwnTexts.of(node).stream().anyMatch(each -> Words.isNameOf(names, each));
  }

  private static boolean inherits(ClassReader reader, Set<String> superclasses) {
    String above = reader.getSuperName();
    return above != null && mentions(above, superclasses);
  }

  private static boolean mentions(ClassReader reader, byte[] bytes, Set<String> names) {
    for (int item = 1; item < reader.getItemCount(); item++) {
      int at = reader.getItem(item);
      if (at > 0 && bytes[at - 1] == UTF8 && mentions(text(bytes, at), names)) {
        return true;
      }
    }
    return false;
  }

  private static boolean mentions(String constant, Set<String> names) {
    return Words.anyOf(names, constant)
        || Words.anyOf(names, constant.replace('$', ' '))
        || constant.contains(";")
            && names.stream().anyMatch(name -> constant.contains("L" + name + ";"));
  }

  private static String text(byte[] bytes, int at) {
    int length = (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    for (int i = at + 2; i < at + 2 + length; i++) {
      if (bytes[i] < 0) {
        return modified(bytes, at);
      }
    }
    return new String(bytes, at + 2, length, StandardCharsets.US_ASCII);
  }

  /**
   * Reads a name in the modified UTF-8 of class files, which encodes a supplementary character as
   * two.
   */
  private static String modified(byte[] bytes, int at) {
    try {
      return new DataInputStream(new ByteArrayInputStream(bytes, at, bytes.length - at)).readUTF();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean isEmpty() {
    return classes.isEmpty();
  }

  @Override
  public void include(Collection<String> units) {
    included.addAll(units);
  }

  @Override
  public CompiledVersion compiled() {
    Map<String, byte[]> wanted = new TreeMap<>();
    Map<String, String> others = new TreeMap<>(otherFiles);
    classes.forEach(
        (name, bytes) -> {
          if (!included.contains(topLevel(name))) {
            return;
          }
          if (isNamed(name, bytes)) {
            wanted.put(name, bytes);
          } else {
            others.put(name + ".class", Digest.of(bytes));
          }
        });
    return new CompiledVersion(wanted, new Lookup(), others);
  }

  /**
   * Whether a file contains the class that its path names. A class for a newer Java, below {@code
   * META-INF/versions}, has the name of another file's class.
   */
  private static boolean isNamed(String name, byte[] bytes) {
    return ClassReading.read(name, bytes, ClassReader::getClassName).equals(name);
  }

  /** Every class of the version. */
  private final class Lookup implements ClassLookup {
    @Override
    public byte[] find(String internalName) {
      byte[] own = classes.get(internalName);
      return own != null ? own : libraries.bytes(internalName).orElse(null);
    }

    @Override
    public boolean isOfTree(String internalName) {
      return classes.containsKey(internalName);
    }
  }
}
