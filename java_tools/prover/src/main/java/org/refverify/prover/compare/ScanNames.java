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
 * Which names in other files may mean something else after a change.
 *
 * <p>Anonymous and local classes, and the members of theirs, bring none: no other file can name
 * such a class, have an expression of its type, or extend it. What overrides or is overridden in
 * them is asked of the hierarchy, where their files are compared.
 */
public final class ScanNames {
  /** Before the name of a class, of which only those files are asked for that extend it. */
  public static final String EXTENDS = "extends ";

  private final ClassWorld before;
  private final ClassWorld after;
  private final Set<String> names = new TreeSet<>();

  private ScanNames(ClassWorld before, ClassWorld after) {
    this.before = before;
    this.after = after;
  }

  /** Simple names, sorted; see {@link #EXTENDS} for those of superclasses. */
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
    // What is nested in a renamed class moves along, and need not be in the old version.
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
      // What is protected, in its class, is seen below that class.
      handedOut(world, world.own(old));
    }
  }

  /**
   * What gives others an object of a class that not everybody sees: members of its type, and those
   * of the type of a class that has it as a type argument, as a list of them has.
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

  /** The members by which others get an object of a class. */
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

  /** What a package sees of a class, be it on an object whose class the code does not name. */
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

  /** Every simple name that a class may have by its internal one, of which signs may be a part. */
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

  /** The name that the source gives a class: a dollar sign may be a part of it. */
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
    int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_PRIVATE;
    // One that becomes final may be overridden elsewhere, and then that does not compile.
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
   * The files of what is below a class: a class may inherit the same method from somewhere else, an
   * interface of a library for instance, and so need not name it. A static or private one stands
   * against that, too, but for those of interfaces, which nobody inherits. An anonymous class,
   * which must have what is abstract, does not say that it extends another.
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
