package org.refverify.fuzzer.compare;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.fuzzer.entry.ClassSet;
import org.refverify.fuzzer.entry.HiddenFields;
import org.refverify.fuzzer.entry.NumberedClasses;
import org.refverify.fuzzer.entry.Renames;

/** The names of one version's own classes in the graphs of both versions. */
final class GraphNames {
  /** How to write one own class. */
  static final class Info {
    /** The old name; null for a class that the other version does not have. */
    final String name;

    /** Keys of compared instance fields by {@code declaring class#field}. */
    final Map<String, String> fields;

    /** Own classes among the superclasses, including the class itself. */
    final Set<String> own = new HashSet<String>();

    /** Names of compared static fields. */
    final Set<String> statics;

    Info(String name, Map<String, String> fields, Set<String> statics) {
      this.name = name;
      this.fields = fields;
      this.statics = statics;
    }
  }

  private final ClassSet mine;
  private final ClassSet other;
  private final Renames toOther;
  private final Renames toOld;
  private final Renames otherToOld;
  private final Map<String, Info> infos = new HashMap<String, Info>();

  GraphNames(ClassSet mine, ClassSet other, Renames toOther, Renames toOld, Renames otherToOld) {
    this.mine = mine;
    this.other = other;
    this.toOther = toOther;
    this.toOld = toOld;
    this.otherToOld = otherToOld;
  }

  /** Old name of any class. */
  String name(String binaryName) {
    return toOld.className(binaryName);
  }

  /** How to write an own class; null for a class of a library or the platform. */
  synchronized Info of(String binaryName) {
    if (!mine.owns(binaryName)) {
      return null;
    }
    Info known = infos.get(binaryName);
    if (known == null) {
      known = make(binaryName);
      for (String at = binaryName; mine.owns(at); ) {
        known.own.add(at);
        at = mine.node(at).superName.replace('/', '.');
      }
      infos.put(binaryName, known);
    }
    return known;
  }

  private Info make(String binaryName) {
    ClassNode node = mine.node(binaryName);
    ClassNode twin = other.node(toOther.className(binaryName));
    // The compiler numbers anonymous classes, so another class may have this number in the other
    // version.
    if (twin == null || NumberedClasses.isNumbered(binaryName) && !sameShape(node, twin)) {
      Info above = of(node.superName.replace('/', '.'));
      return new Info(
          null,
          above == null ? Collections.<String, String>emptyMap() : above.fields,
          Collections.<String>emptySet());
    }
    Map<String, String> keys = new LinkedHashMap<String, String>();
    Set<String> hiding = new HashSet<String>(HiddenFields.twice(mine, binaryName));
    hiding.addAll(HiddenFields.twice(other, toOther.className(binaryName)));
    Map<String, String> types = fields(mine, binaryName, toOld, hiding, keys);
    Map<String, String> others =
        fields(
            other,
            toOther.className(binaryName),
            otherToOld,
            hiding,
            new HashMap<String, String>());
    Map<String, String> shared = new HashMap<String, String>();
    for (Map.Entry<String, String> field : keys.entrySet()) {
      String key = field.getValue();
      // Refactorings add, remove and retype fields, so only those that both versions have can be
      // compared.
      if (types.get(key).equals(others.get(key))) {
        shared.put(field.getKey(), key);
      }
    }
    return new Info(name(binaryName), shared, statics(node, twin));
  }

  private Set<String> statics(ClassNode node, ClassNode twin) {
    Set<String> shared = new HashSet<String>();
    Map<String, String> theirs = new HashMap<String, String>();
    for (FieldNode field : twin.fields) {
      if (isStatic(field.access)) {
        theirs.put(field.name, otherToOld.descriptor(field.desc));
      }
    }
    for (FieldNode field : node.fields) {
      if (isStatic(field.access) && toOld.descriptor(field.desc).equals(theirs.get(field.name))) {
        shared.add(field.name);
      }
    }
    return shared;
  }

  /**
   * Types by key; if own classes of one version declare a name twice, the class distinguishes the
   * two.
   */
  private static Map<String, String> fields(
      ClassSet set,
      String binaryName,
      Renames toOld,
      Set<String> hiding,
      Map<String, String> keys) {
    Map<String, String> types = new HashMap<String, String>();
    String owner = binaryName;
    for (ClassNode node = set.node(owner); node != null; node = set.node(owner)) {
      for (FieldNode field : node.fields) {
        if (!isStatic(field.access)) {
          String key =
              hiding.contains(field.name) ? toOld.className(owner) + "." + field.name : field.name;
          types.put(key, toOld.descriptor(field.desc));
          keys.put(owner + "#" + field.name, key);
        }
      }
      owner = node.superName == null ? "" : node.superName.replace('/', '.');
    }
    return types;
  }

  private boolean sameShape(ClassNode node, ClassNode twin) {
    return toOld.internalName(node.superName).equals(otherToOld.internalName(twin.superName))
        && supers(node, toOld).equals(supers(twin, otherToOld))
        && members(node, toOld).equals(members(twin, otherToOld));
  }

  private static SortedSet<String> supers(ClassNode node, Renames toOld) {
    SortedSet<String> names = new TreeSet<String>();
    for (String type : node.interfaces) {
      names.add(toOld.internalName(type));
    }
    return names;
  }

  private static SortedSet<String> members(ClassNode node, Renames toOld) {
    SortedSet<String> names = new TreeSet<String>();
    for (FieldNode field : node.fields) {
      names.add(field.name + " " + toOld.descriptor(field.desc));
    }
    for (MethodNode method : node.methods) {
      if ((method.access & Opcodes.ACC_SYNTHETIC) == 0) {
        names.add(method.name + toOld.descriptor(method.desc));
      }
    }
    return names;
  }

  private static boolean isStatic(int access) {
    return (access & Opcodes.ACC_STATIC) != 0;
  }
}
