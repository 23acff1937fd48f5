package org.refverify.fuzzer.entry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Super- and subtypes of one version's own classes, without loading any. */
final class Hierarchy {
  private final ClassSet set;
  private final Map<String, SortedSet<String>> below = new HashMap<String, SortedSet<String>>();
  private final Map<String, List<String>> above = new HashMap<String, List<String>>();

  Hierarchy(ClassSet set) {
    this.set = set;
    for (String name : set.names()) {
      for (String type : allAbove(name)) {
        if (!below.containsKey(type)) {
          below.put(type, new TreeSet<String>());
        }
        below.get(type).add(name);
      }
    }
  }

  /** Own subtypes of any type, without the type itself. */
  SortedSet<String> below(String type) {
    SortedSet<String> found = below.get(type);
    return found == null ? Collections.<String>emptySortedSet() : found;
  }

  /** The type's supertypes, nearest first, without the type itself. */
  Set<String> allAbove(String type) {
    Set<String> all = new LinkedHashSet<String>();
    addAbove(type, all);
    all.remove(type);
    return all;
  }

  /** Adds direct supertypes before indirect ones, each only once, even if there is a cycle. */
  private void addAbove(String type, Set<String> all) {
    List<String> fresh = new ArrayList<String>();
    for (String next : directlyAbove(type)) {
      if (all.add(next)) {
        fresh.add(next);
      }
    }
    for (String next : fresh) {
      addAbove(next, all);
    }
  }

  /** Superclass first, then interfaces. */
  private List<String> directlyAbove(String type) {
    List<String> known = above.get(type);
    if (known != null) {
      return known;
    }
    List<String> names = new ArrayList<String>();
    byte[] bytes = type.startsWith("java.") ? JdkClassFiles.bytes(type) : set.bytes(type);
    if (bytes != null) {
      ClassReader reader = new ClassReader(bytes);
      if (reader.getSuperName() != null) {
        names.add(reader.getSuperName().replace('/', '.'));
      }
      for (String implemented : reader.getInterfaces()) {
        names.add(implemented.replace('/', '.'));
      }
    }
    above.put(type, names);
    return names;
  }

  /** The own method to which a call of this name resolves; null if it is not an own method. */
  MethodName resolve(String owner, String name, String descriptor) {
    if (declared(owner, name, descriptor) != null) {
      return new MethodName(owner, name, descriptor);
    }
    if (name.startsWith("<")) {
      return null;
    }
    for (String type : allAbove(owner)) {
      if (declared(type, name, descriptor) != null) {
        return new MethodName(type, name, descriptor);
      }
    }
    return null;
  }

  /** A method that an own class declares; null for any other. */
  MethodNode declared(String owner, String name, String descriptor) {
    ClassNode node = set.node(owner);
    if (node != null) {
      for (MethodNode method : node.methods) {
        if (method.name.equals(name) && method.desc.equals(descriptor)) {
          return method;
        }
      }
    }
    return null;
  }

  /** Whether an object of exactly this own class can be created. */
  boolean isConcrete(String owner) {
    ClassNode node = set.node(owner);
    return node != null && (node.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0;
  }

  /**
   * Whether code in the same package can name the class or, for the body of an enum constant, the
   * enum.
   */
  boolean isAccessible(String owner) {
    ClassNode node = set.node(owner);
    boolean isClass = node != null && node.superName != null;
    ClassNode above = isClass ? set.node(node.superName.replace('/', '.')) : null;
    if (above != null && (above.access & Opcodes.ACC_ENUM) != 0) {
      return isAccessible(above.name.replace('/', '.'));
    }
    if (node == null || NumberedClasses.isNumbered(owner)) {
      return false;
    }
    for (InnerClassNode inner : node.innerClasses) {
      boolean around = node.name.equals(inner.name) || node.name.startsWith(inner.name + "$");
      if (around && (inner.access & Opcodes.ACC_PRIVATE) != 0) {
        return false;
      }
    }
    return (node.access & Opcodes.ACC_SYNTHETIC) == 0;
  }
}
