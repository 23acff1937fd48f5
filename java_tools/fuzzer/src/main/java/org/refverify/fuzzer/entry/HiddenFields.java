package org.refverify.fuzzer.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/** Fields that hide others of the same name in a chain of own classes. */
public final class HiddenFields {
  private HiddenFields() {}

  /** Names that the class and its own superclasses declare more than once. */
  public static SortedSet<String> twice(ClassSet set, String binaryName) {
    SortedSet<String> once = new TreeSet<String>();
    SortedSet<String> twice = new TreeSet<String>();
    for (ClassNode node : chain(set, binaryName)) {
      for (FieldNode field : node.fields) {
        if (!once.add(field.name)) {
          twice.add(field.name);
        }
      }
    }
    return twice;
  }

  /** Binary names of the classes that declare the field, from this class upwards. */
  static List<String> declaring(ClassSet set, String binaryName, String field) {
    List<String> owners = new ArrayList<String>();
    for (ClassNode node : chain(set, binaryName)) {
      for (FieldNode declared : node.fields) {
        if (declared.name.equals(field)) {
          owners.add(node.name.replace('/', '.'));
        }
      }
    }
    return owners;
  }

  private static List<ClassNode> chain(ClassSet set, String binaryName) {
    List<ClassNode> chain = new ArrayList<ClassNode>();
    for (ClassNode at = set.node(binaryName); at != null && !chain.contains(at); ) {
      chain.add(at);
      at = at.superName == null ? null : set.node(at.superName.replace('/', '.'));
    }
    return chain;
  }
}
