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

/**
 * The class files of one version: its own classes and, behind them, the libraries that both
 * versions share. Nothing is loaded or run.
 */
public final class ClassFiles implements Closeable {
  private final List<ClassPathRoot> own;
  private final List<ClassPathRoot> libraries;
  private final SortedSet<String> names = new TreeSet<String>();
  private final Map<String, byte[]> cache = new HashMap<String, byte[]>();

  /**
   * Opens folders and jars; one that does not exist is empty.
   *
   * @throws IOException a jar cannot be read
   */
  public ClassFiles(List<String> own, List<String> libraries) throws IOException {
    this.own = ClassPathRoot.open(own);
    this.libraries = ClassPathRoot.open(libraries);
    for (ClassPathRoot root : this.own) {
      names.addAll(root.classNames());
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

  /** Byte code by binary name, own classes first, libraries then; null for any other class. */
  public byte[] bytes(String binaryName) {
    if (!cache.containsKey(binaryName)) {
      cache.put(binaryName, resource(binaryName.replace('.', '/') + ".class"));
    }
    return cache.get(binaryName);
  }

  /** The own classes in memory, with the libraries behind them. */
  public ClassSet set() {
    Map<String, byte[]> classes = new HashMap<String, byte[]>();
    for (String name : names) {
      classes.put(name, bytes(name));
    }
    return new ClassSet(classes, name -> owns(name) ? null : bytes(name));
  }

  /** Content of a file on the class path; null where there is none. */
  public byte[] resource(String path) {
    List<ClassPathRoot> roots = new ArrayList<ClassPathRoot>(own);
    roots.addAll(libraries);
    for (ClassPathRoot root : roots) {
      byte[] content = root.read(path);
      if (content != null) {
        return content;
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
