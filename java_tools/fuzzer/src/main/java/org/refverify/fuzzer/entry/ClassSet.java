package org.refverify.fuzzer.entry;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** The classes of one version, with the libraries that they may extend. */
public final class ClassSet implements ClassSource {
  private final SortedMap<String, byte[]> own;
  private final ClassSource libraries;
  private final Map<String, ClassNode> nodes = new HashMap<String, ClassNode>();

  /**
   * Takes class files by binary name.
   *
   * @param own the version's classes; only these are compared
   * @param libraries classes that are used only for their supertypes
   */
  public ClassSet(Map<String, byte[]> own, ClassSource libraries) {
    this.own = new TreeMap<String, byte[]>(own);
    this.libraries = libraries;
  }

  /** Binary names of the version's own classes. */
  public SortedSet<String> names() {
    return Collections.unmodifiableSortedSet(new TreeSet<String>(own.keySet()));
  }

  /** Whether this class is one of the version's own. */
  public boolean owns(String binaryName) {
    return own.containsKey(binaryName);
  }

  /** The class file of an own class, a library class, or null. */
  @Override
  public byte[] bytes(String binaryName) {
    byte[] mine = own.get(binaryName);
    return mine != null ? mine : libraries.bytes(binaryName);
  }

  /** The class file of an own, a library or a platform class, or null. */
  public byte[] classFile(String binaryName) {
    byte[] known = bytes(binaryName);
    return known != null ? known : JdkClassFiles.bytes(binaryName);
  }

  /**
   * An own class as a tree with its debug information; null if it is not an own class. Do not
   * change it.
   */
  public ClassNode node(String binaryName) {
    ClassNode node = nodes.get(binaryName);
    byte[] bytes = own.get(binaryName);
    if (node == null && bytes != null) {
      node = new ClassNode();
      new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
      nodes.put(binaryName, node);
    }
    return node;
  }

  /** Source lines of an own method; empty if it is not an own one or has no debug information. */
  public SortedSet<Integer> lines(MethodName name) {
    SortedSet<Integer> lines = new TreeSet<Integer>();
    ClassNode owner = node(name.owner);
    for (MethodNode method : owner == null ? Collections.<MethodNode>emptyList() : owner.methods) {
      if (method.name.equals(name.name) && method.desc.equals(name.descriptor)) {
        for (AbstractInsnNode at : method.instructions.toArray()) {
          if (at instanceof LineNumberNode) {
            lines.add(((LineNumberNode) at).line);
          }
        }
      }
    }
    return lines;
  }
}
