package org.refverify.prover.compare;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.refverify.prover.pairing.LocalClassNames;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * Finds the names in other files that may have another meaning after a change.
 *
 * <p>Anonymous and local classes, and their members, contribute no names: no other file can name
 * such a class, have an expression of its type, or extend it. The hierarchy answers what they
 * override and what overrides them, where their files are compared.
 */
public final class ScanNames {
  /** Prefix of the name of a class if only the files that extend the class are needed. */
  public static final String EXTENDS = "extends ";

  private final ClassWorld before;
  private final ClassWorld after;
  private final Set<String> names = new TreeSet<>();

  private ScanNames(ClassWorld before, ClassWorld after) {
    this.before = before;
    this.after = after;
  }

  /** Simple names, sorted; names of superclasses have the prefix {@link #EXTENDS}. */
  static Set<String> of(Versions versions) {
    ScanNames scan = new ScanNames(versions.before(), versions.after());
    scan.types(scan.before, scan.after);
    scan.types(scan.after, scan.before);
    versions.renamedClasses().forEach(scan::renamed);
    scan.methods();
    scan.fields();
    return scan.names;
  }

  private void renamed(String now, String old) {
    // A class that is nested in a renamed class moves with it and need not be in the old version.
    ClassNode node = after.own(old);
    if (node == null || !LocalClassNames.isNumbered(node)) {
      boolean nested = node != null && entry(node) != null;
      simpleNames(now, nested);
      simpleNames(old, nested);
    }
    for (ClassWorld world : List.of(before, after)) {
      if (!ClassWorld.packageOf(now).equals(ClassWorld.packageOf(old))) {
        seenInPackage(world.own(old));
      }
      // Subclasses of its outer class see a protected nested class.
      handedOut(world, world.own(old));
    }
  }

  /**
   * Adds the members through which other code gets an object of a class that is not public: members
   * of its type, and members whose type is a class with it as type argument, such as a list of its
   * objects.
   */
  private void handedOut(ClassWorld world, ClassNode node) {
    if (node == null
        || LocalClassNames.isNumbered(node)
        || (ComparedMembers.declaredAccess(node) & Opcodes.ACC_PUBLIC) != 0) {
      return;
    }
    Set<ClassNode> all = new LinkedHashSet<>(List.of(node));
    Deque<ClassNode> open = new ArrayDeque<>(all);
    while (!open.isEmpty()) {
      ClassNode next = open.poll();
      members(world, next);
      for (ClassNode each : world.own()) {
        boolean below = next != node && isBelow(each, next);
        if ((below || names(next, "", each.signature)) && all.add(each)) {
          open.add(each);
          if (!LocalClassNames.isNumbered(each)) {
            add(each);
          }
        }
      }
    }
  }

  private static boolean isBelow(ClassNode node, ClassNode above) {
    return above.name.equals(node.superName) || node.interfaces.contains(above.name);
  }

  /** Adds the members through which other code gets an object of a class. */
  private void members(ClassWorld world, ClassNode node) {
    for (ClassNode each : world.own()) {
      each.fields.stream()
          .filter(field -> !isPrivate(field) && names(node, field.desc, field.signature))
          .forEach(field -> names.add(field.name));
      each.methods.stream()
          .filter(method -> (method.access & Opcodes.ACC_PRIVATE) == 0)
          .filter(method -> !method.name.startsWith("<"))
          .filter(method -> names(node, method.desc, method.signature))
          .forEach(method -> names.add(method.name));
    }
  }

  private static boolean names(ClassNode node, String descriptor, String signature) {
    return (descriptor + signature).contains("L" + node.name + ";")
        || signature != null && signature.contains("L" + node.name + "<");
  }

  /**
   * Adds the members of a class that are visible in its package, even on an object whose class the
   * code does not name.
   */
  private void seenInPackage(ClassNode node) {
    int always = Opcodes.ACC_PUBLIC | Opcodes.ACC_PRIVATE;
    if (node == null || LocalClassNames.isNumbered(node)) {
      return;
    }
    node.fields.stream()
        .filter(field -> (field.access & (always | Opcodes.ACC_SYNTHETIC)) == 0)
        .forEach(field -> names.add(field.name));
    node.methods.stream()
        .filter(method -> (method.access & (always | Opcodes.ACC_SYNTHETIC)) == 0)
        .filter(method -> !method.name.startsWith("<"))
        .forEach(method -> names.add(method.name));
  }

  /**
   * Adds every simple name that a class with this internal name may have; a dollar sign may be part
   * of the name.
   */
  private void simpleNames(String internalName, boolean nested) {
    String name = internalName.substring(internalName.lastIndexOf('/') + 1);
    if (!nested) {
      names.add(name);
    }
    int last = name.length() - 1;
    for (int at = name.indexOf('$'); at >= 0 && at < last; at = name.indexOf('$', at + 1)) {
      names.add(name.substring(at + 1));
    }
  }

  private static InnerClassNode entry(ClassNode node) {
    return node.innerClasses.stream()
        .filter(each -> each.name.equals(node.name))
        .findFirst()
        .orElse(null);
  }

  /** The name of a class in its source; a dollar sign may be part of it. */
  private static String simpleName(ClassNode node) {
    InnerClassNode entry = entry(node);
    return entry == null || entry.innerName == null
        ? node.name.substring(node.name.lastIndexOf('/') + 1)
        : entry.innerName;
  }

  private void add(ClassNode node) {
    names.add(ComparedMembers.simpleName(node.name));
    names.add(simpleName(node));
  }

  private void types(ClassWorld here, ClassWorld there) {
    for (ClassNode node : here.own()) {
      boolean only = there.own(node.name) == null && !LocalClassNames.isNumbered(node);
      if (only && !node.name.endsWith("-info")) {
        add(node);
      }
    }
  }

  private void methods() {
    Map<MethodId, Method> olds = ComparedMembers.of(before);
    Map<MethodId, Method> news = ComparedMembers.of(after);
    olds.forEach((id, method) -> method(method, news.get(id), before));
    news.forEach((id, method) -> method(method, olds.get(id), after));
  }

  private void method(Method method, Method other, ClassWorld world) {
    if (other != null && ParameterNames.differ(method.node(), other.node())) {
      names.addAll(ParameterNames.READERS);
    }
    int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_PRIVATE;
    // If the method becomes final, an override elsewhere no longer compiles.
    int asked = flags | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    boolean changed = other == null || ((method.node().access ^ other.node().access) & asked) != 0;
    boolean plain = ComparedMembers.isPlain(method) && !LocalClassNames.isNumbered(method.owner());
    boolean open = !method.is(Opcodes.ACC_PRIVATE);
    if (!changed || !plain || !open && method.isConstructor()) {
      return;
    }
    if (method.isConstructor()) {
      add(method.owner());
      return;
    }
    if (open) {
      names.add(method.node().name);
    }
    if ((method.owner().access & Opcodes.ACC_INTERFACE) != 0
        && ComparedMembers.isDispatched(method)) {
      names.addAll(Proxies.MAKERS);
    }
    names.addAll(Beans.words(method));
    below(method, world);
  }

  /**
   * Adds the files of all subclasses of the method's class. A subclass may inherit the same method
   * from another type, such as an interface of a library, without naming it. Static and private
   * methods conflict with it too, except those of interfaces, which are not inherited. An anonymous
   * class must implement abstract methods although it does not say that it extends a class.
   */
  private void below(Method method, ClassWorld world) {
    ClassNode top = method.owner();
    boolean inInterface = (top.access & Opcodes.ACC_INTERFACE) != 0;
    if (inInterface && method.is(Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) {
      return;
    }
    for (ClassNode node : world.own()) {
      if (!world.isSubtype(node.name, top.name)) {
        continue;
      }
      if (inInterface || method.is(Opcodes.ACC_ABSTRACT)) {
        add(node);
      } else if ((node.access & Opcodes.ACC_FINAL) == 0 && !LocalClassNames.isNumbered(node)) {
        names.add(EXTENDS + ComparedMembers.simpleName(node.name));
        names.add(EXTENDS + simpleName(node));
      }
    }
  }

  private static boolean isPrivate(FieldNode field) {
    return (field.access & Opcodes.ACC_PRIVATE) != 0;
  }

  private void fields() {
    for (ClassNode old : before.own()) {
      ClassNode now = after.own(old.name);
      if (now == null) {
        continue;
      }
      for (FieldNode x : old.fields) {
        for (FieldNode y : now.fields) {
          boolean same = x.name.equals(y.name) && x.desc.equals(y.desc);
          boolean fixed = (~x.access & y.access & Opcodes.ACC_FINAL) != 0 && !isPrivate(y);
          if (same
              && (fixed
                  || ComparedMembers.visibility(x.access)
                      != ComparedMembers.visibility(y.access))) {
            names.add(x.name);
          }
        }
      }
    }
  }
}
