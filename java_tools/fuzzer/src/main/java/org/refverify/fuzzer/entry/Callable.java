package org.refverify.fuzzer.entry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds the methods that can be called from outside, and the classes of their receivers. */
final class Callable {
  private static final int MOST_RECEIVERS = 8;

  private Callable() {}

  /** Methods of an own class that have code and are not initialisers of the compiler. */
  static List<MethodName> methods(ClassSet set, String owner) {
    List<MethodName> names = new ArrayList<MethodName>();
    ClassNode node = set.node(owner);
    for (MethodNode method : node.methods) {
      if (isCallable(node, method)) {
        names.add(new MethodName(owner, method.name, method.desc));
      }
    }
    Collections.sort(names);
    return names;
  }

  /** Whether a direct call of this method makes sense. */
  static boolean isCallable(ClassNode node, MethodNode method) {
    int without = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_SYNTHETIC;
    boolean made = method.name.equals("<clinit>") || (method.access & without) != 0;
    boolean isEnum = (node.access & Opcodes.ACC_ENUM) != 0;
    boolean makesNone = (node.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_ENUM)) != 0;
    boolean ofEnum =
        isEnum
            && (method.name.equals("values") || method.name.equals("valueOf"))
            && (method.access & Opcodes.ACC_STATIC) != 0;
    return !made && !ofEnum && !(method.name.equals("<init>") && makesNone);
  }

  /**
   * Classes on whose objects the method can be called: the owner and its subclasses if they are
   * concrete and do not override it; a single null for static methods and constructors.
   */
  static List<String> receivers(ClassSet set, Hierarchy hierarchy, MethodName method) {
    MethodNode node = hierarchy.declared(method.owner, method.name, method.descriptor);
    if (node == null || (node.access & Opcodes.ACC_STATIC) != 0 || method.name.equals("<init>")) {
      return Collections.singletonList(null);
    }
    List<String> open = new ArrayList<String>();
    List<String> hidden = new ArrayList<String>();
    if (hierarchy.isConcrete(method.owner)) {
      (hierarchy.isAccessible(method.owner) ? open : hidden).add(method.owner);
    }
    for (String below : hierarchy.below(method.owner)) {
      MethodName resolved = hierarchy.resolve(below, method.name, method.descriptor);
      if (hierarchy.isConcrete(below) && method.equals(resolved)) {
        (hierarchy.isAccessible(below) ? open : hidden).add(below);
      }
    }
    open.addAll(hidden);
    return open.subList(0, Math.min(open.size(), MOST_RECEIVERS));
  }

  /** Whether code in the same package cannot make this call. */
  static boolean isHidden(
      ClassSet set, Hierarchy hierarchy, MethodName method, String receiverOrNull) {
    MethodNode node = hierarchy.declared(method.owner, method.name, method.descriptor);
    return node == null
        || (node.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC)) != 0
        || !hierarchy.isAccessible(method.owner)
        || receiverOrNull != null && !hierarchy.isAccessible(receiverOrNull);
  }
}
