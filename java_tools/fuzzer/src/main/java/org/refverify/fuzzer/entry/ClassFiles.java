package org.refverify.fuzzer.entry;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * The class files of one version: its own classes, followed by the libraries that both versions
 * share. Nothing is loaded or run.
 */
public final class ClassFiles implements Closeable {
  private final List<ClassPathRoot> own = new ArrayList<ClassPathRoot>();
  private final List<ClassPathRoot> libraries = new ArrayList<ClassPathRoot>();
  private final SortedSet<String> names = new TreeSet<String>();
  private final Map<String, byte[]> cache = new HashMap<String, byte[]>();
  private final SortedSet<String> unusable = new TreeSet<String>();
  private ClassSet set;

  /**
   * Opens folders and jars; one that does not exist is empty. A library that cannot be read is
   * omitted and listed as unusable.
   *
   * @throws IOException one of the version's own paths cannot be read
   */
  public ClassFiles(List<String> own, List<String> libraries) throws IOException {
    for (String path : own) {
      ClassPathRoot root = ClassPathRoot.open(path);
      if (root != null) {
        this.own.add(root);
        names.addAll(root.classNames());
      }
    }
    for (String path : libraries) {
      addLibrary(path);
    }
  }

  private void addLibrary(String path) {
    try {
      ClassPathRoot root = ClassPathRoot.open(path);
      if (root != null) {
        libraries.add(root);
      }
    } catch (IOException unreadable) {
      unusable.add(path + ": " + unreadable.getMessage());
    }
  }

  /** Binary names of the version's own classes, sorted. */
  public SortedSet<String> names() {
    return Collections.unmodifiableSortedSet(names);
  }

  /** Whether the class is the version's own (neither a library's nor the platform's). */
  public boolean owns(String binaryName) {
    return names.contains(binaryName);
  }

  /** Requested library classes that cannot be used, with the reason; grows with use. */
  public SortedSet<String> unusable() {
    return Collections.unmodifiableSortedSet(unusable);
  }

  /**
   * Byte code by binary name, first from own classes, then from libraries; null for any other
   * class.
   */
  public byte[] bytes(String binaryName) {
    if (!cache.containsKey(binaryName)) {
      byte[] bytes = resource(binaryName.replace('.', '/') + ".class");
      String defect = bytes == null || owns(binaryName) ? "" : defect(bytes, binaryName);
      if (!defect.isEmpty()) {
        unusable.add(binaryName + ": " + defect);
      }
      cache.put(binaryName, defect.isEmpty() ? bytes : null);
    }
    return cache.get(binaryName);
  }

  /** Why this JDK could not use the class file; empty if it can. */
  private static String defect(byte[] bytes, String binaryName) {
    int version = bytes.length < 8 ? 0 : (bytes[6] & 0xff) << 8 | bytes[7] & 0xff;
    if (version - 44 > JdkClassFiles.FEATURE) {
      return "compiled for Java " + (version - 44);
    }
    try {
      ClassReader reader = new ClassReader(bytes);
      reader.accept(new ClassNode(), ClassReader.SKIP_DEBUG);
      String name = reader.getClassName().replace('/', '.');
      return name.equals(binaryName) ? "" : "the file holds " + name;
    } catch (RuntimeException malformed) {
      return "not a whole class file";
    }
  }

  /** The own classes in memory, followed by the libraries. */
  public ClassSet set() {
    if (set == null) {
      Map<String, byte[]> classes = new HashMap<String, byte[]>();
      for (String name : names) {
        classes.put(name, bytes(name));
      }
      set = new ClassSet(classes, name -> owns(name) ? null : bytes(name));
    }
    return set;
  }

  /** Whether the types of all fields of an own class exist. */
  public boolean hasTypesOfFields(String binaryName) {
    for (FieldNode field : set().node(binaryName).fields) {
      Type type = Type.getType(field.desc);
      Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
      if (element.getSort() == Type.OBJECT && set().classFile(element.getClassName()) == null) {
        return false;
      }
    }
    return true;
  }

  /** Content of a file on the class path; null if no such file can be read. */
  public byte[] resource(String path) {
    List<ClassPathRoot> roots = new ArrayList<ClassPathRoot>(own);
    roots.addAll(libraries);
    for (ClassPathRoot root : roots) {
      try {
        byte[] content = root.read(path);
        if (content != null) {
          return content;
        }
      } catch (IOException unreadable) {
        unusable.add(path + ": " + unreadable.getMessage());
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    for (ClassPathRoot root : own) {
      root.close();
    }
    for (ClassPathRoot root : libraries) {
      root.close();
    }
  }
}
