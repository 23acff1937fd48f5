package org.refverify.prover.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.lockstep.Initialisers;
import org.refverify.prover.lockstep.SwitchedEnums;
import org.refverify.prover.pairing.FoundByName;
import org.refverify.prover.pairing.LocalClassNames;
import org.refverify.prover.pairing.TestClasses;
import org.refverify.prover.verdict.Residue;
import org.refverify.prover.verdict.Residue.Kind;
import org.refverify.prover.world.ClassWorld;

/**
 * Compares everything in class files that is not code.
 *
 * <p>It does not compare what only reflection, debuggers and compilers read: generic signatures,
 * names of parameters and local variables, line numbers, the enclosing method, the list of nest
 * mates, annotations that are not kept for run time, and the class file's version. Changes of
 * visibility and {@code final} of members are allowed here; {@link Conditions} checks their
 * effects. An unknown attribute is residue.
 */
final class DeclarationCheck {
  /** Attributes that the Eclipse compiler adds to a class if a type is missing. */
  private static final Set<String> MARKS = Set.of("MissingTypes", "InconsistentHierarchy");

  private final Versions versions;
  private final ClassWorld before;
  private final ClassWorld after;
  private final Set<String> moved;
  private final Annotations annotations;
  private final Set<String> byName;
  private final List<Residue> residue = new ArrayList<>();

  DeclarationCheck(Versions versions) {
    this.versions = versions;
    this.before = versions.before();
    this.after = versions.after();
    this.moved = Set.copyOf(versions.renamedClasses().values());
    this.annotations = new Annotations(versions.unresolved());
    this.byName = versions.foundByName();
  }

  /** The differences, in the order of the classes' names. */
  List<Residue> differences() {
    for (ClassNode old : before.own()) {
      ClassNode now = after.own(old.name);
      if (now == null) {
        add(Kind.CLASS_REMOVED, old.name, old.name, "");
      } else {
        compare(old, now);
      }
    }
    for (ClassNode now : after.own()) {
      if (before.own(now.name) == null) {
        added(now);
      }
    }
    return residue;
  }

  private void add(Kind kind, String where, Object old, Object now) {
    residue.add(new Residue(kind, where, Objects.toString(old, ""), Objects.toString(now, "")));
  }

  private void demandSame(Kind kind, String where, Object old, Object now) {
    if (!Objects.equals(old, now)) {
      add(kind, where, old, now);
    }
  }

  /**
   * Checks a class that only the new version has. No code notices such a class unless it
   * initialises itself, carries a declaration about other code, hides a library class of the same
   * name, has a name that code looked up before, or may contain tests.
   */
  private void added(ClassNode now) {
    boolean initialises = !Initialisers.isTrivial(after, now);
    boolean special = now.module != null || now.name.endsWith("package-info") || isAnnotated(now);
    boolean hides = before.find(now.name) != null;
    boolean found =
        !LocalClassNames.isNumbered(now)
            && (FoundByName.byPlatform(after, now)
                || FoundByName.byText(before, ComparedMembers.simpleName(now.name)));
    boolean tested = !LocalClassNames.isNumbered(now) && TestClasses.mayHoldTests(after, now);
    if (special || hides || found || tested || hasUnknown(now)) {
      add(Kind.CLASS_ADDED, now.name, "", now.name);
    } else if (initialises && !LocalClassNames.isNumbered(now)) {
      add(Kind.STATIC_INITIALISER, now.name, "", "new class with a static initialiser");
    }
  }

  private boolean isAnnotated(ClassNode node) {
    return !annotations.of(node).isEmpty()
        || node.methods.stream().anyMatch(method -> !annotations.of(method).isEmpty())
        || node.fields.stream().anyMatch(field -> !annotations.of(field).isEmpty());
  }

  private void compare(ClassNode old, ClassNode now) {
    String where = old.name;
    demandSame(Kind.CLASS_FLAGS, where, flags(old), flags(now));
    if (moved.contains(old.name) && reach(now) < reach(old)) {
      add(Kind.CLASS_FLAGS, where, "seen by more", "seen by fewer");
    }
    demandSame(
        Kind.SUPERTYPES,
        where,
        old.superName + " " + old.interfaces,
        now.superName + " " + now.interfaces);
    demandSame(Kind.ANNOTATIONS, where, annotations.of(old), annotations.of(now));
    demandSame(
        Kind.PERMITTED_SUBCLASSES,
        where,
        names(old.permittedSubclasses),
        names(now.permittedSubclasses));
    demandSame(Kind.RECORD_COMPONENTS, where, components(old), components(now));
    demandSame(Kind.MODULE, where, Modules.text(old.module), Modules.text(now.module));
    if (hasUnknown(old) || hasUnknown(now)) {
      add(Kind.UNKNOWN_ATTRIBUTE, where, attributes(old), attributes(now));
    }
    demandSameSignature(where, old.signature, now.signature);
    compareFields(old, now);
    compareMethods(old, now);
    compareSignatures(old, now);
  }

  /**
   * Compares type arguments, bounds and type variables. Code elsewhere may bind differently because
   * of them although it names nothing that changed: a call on an element of a list, or on a
   * lambda's parameter. Only the own file sees private members, and that file is compiled.
   */
  private void demandSameSignature(String where, String old, String now) {
    demandSame(Kind.GENERIC_SIGNATURE, where, old, now);
  }

  private void compareSignatures(ClassNode old, ClassNode now) {
    for (FieldNode x : old.fields) {
      for (FieldNode y : now.fields) {
        if (x.name.equals(y.name) && x.desc.equals(y.desc) && !isPrivate(x.access & y.access)) {
          demandSameSignature(old.name + "." + x.name + " " + x.desc, x.signature, y.signature);
        }
      }
    }
    for (MethodNode x : old.methods) {
      MethodNode y = ClassWorld.declared(now, x.name, x.desc);
      if (y != null && !isPrivate(x.access & y.access)) {
        demandSameSignature(old.name + "." + x.name + x.desc, x.signature, y.signature);
      }
    }
  }

  private static boolean isPrivate(int access) {
    return (access & Opcodes.ACC_PRIVATE) != 0;
  }

  private static String names(List<String> list) {
    return list == null ? "" : new TreeSet<>(list).toString();
  }

  /** The flags of the class, and for a nested class those that its outer class records. */
  private String flags(ClassNode node) {
    if (moved.contains(node.name)) {
      int free = Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER | Opcodes.ACC_DEPRECATED;
      if (LocalClassNames.isNumbered(node)) {
        free |= Opcodes.ACC_FINAL;
      }
      return Integer.toHexString(node.access & ~free);
    }
    int own = node.access & ~Opcodes.ACC_DEPRECATED;
    StringBuilder text = new StringBuilder(Integer.toHexString(own));
    for (InnerClassNode inner : node.innerClasses) {
      if (inner.name.equals(node.name)) {
        text.append(" nested ").append(Integer.toHexString(inner.access));
      }
    }
    return text.toString();
  }

  /**
   * How widely a class is visible, by its flags in the source. Code elsewhere may use an object of
   * a class without naming the class, if the class is visible to it.
   */
  private static int reach(ClassNode node) {
    List<Integer> all = List.of(Opcodes.ACC_PRIVATE, 0, Opcodes.ACC_PROTECTED, Opcodes.ACC_PUBLIC);
    return all.indexOf(ComparedMembers.visibility(ComparedMembers.declaredAccess(node)));
  }

  private String components(ClassNode node) {
    StringBuilder text = new StringBuilder();
    if (node.recordComponents != null) {
      node.recordComponents.forEach(
          c -> text.append(c.name).append(' ').append(c.descriptor).append(annotations.of(c)));
    }
    return text.toString();
  }

  // ------------------------------------------------------------------ fields

  private void compareFields(ClassNode old, ClassNode now) {
    Map<String, String> olds = fields(before, old);
    Map<String, String> news = fields(after, now);
    Set<String> all = new TreeSet<>(olds.keySet());
    all.addAll(news.keySet());
    for (String name : all) {
      Kind kind = name.startsWith("serialVersionUID ") ? Kind.SERIAL_VERSION : Kind.FIELD;
      demandSame(kind, old.name + "." + name, olds.get(name), news.get(name));
    }
  }

  private Map<String, String> fields(ClassWorld world, ClassNode node) {
    Map<String, String> found = new TreeMap<>();
    for (FieldNode field : node.fields) {
      boolean free = isInlinedConstant(field) && !hidesAnother(world, node, field);
      if (!free && !SwitchedEnums.isTable(field.name, field.access)) {
        String value = field.value == null ? "" : ConstantText.of(field.value);
        boolean platform = field.name.startsWith("serial");
        String annotated = annotations.of(field);
        // A field that code sets by name must not be final, and code that finds a field may ask for
        // its visibility.
        boolean whole =
            platform
                || byName.contains(field.name)
                || !annotated.isEmpty()
                || mayBeResource(world, field);
        int flags = whole ? field.access : ComparedMembers.otherFlags(field.access);
        String text = flags + " " + value + annotated;
        found.put(field.name + " " + field.desc, text);
      }
    }
    return found;
  }

  /**
   * Whether a {@code try} elsewhere may close the object in the field; then the field must be
   * final.
   */
  private static boolean mayBeResource(ClassWorld world, FieldNode field) {
    boolean open = !isPrivate(field.access) && field.desc.startsWith("L");
    return open
        && (field.signature != null && field.signature.startsWith("T")
            || world.isSubtype(
                Type.getType(field.desc).getInternalName(), "java/lang/AutoCloseable"));
  }

  private static boolean isSynthetic(int access) {
    return (access & Opcodes.ACC_SYNTHETIC) != 0;
  }

  /** Whether the field is a private constant, whose value compilers copy to each use. */
  private static boolean isInlinedConstant(FieldNode field) {
    int flags = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_PRIVATE;
    return (field.access & flags) == flags
        && field.value != null
        && field.visibleAnnotations == null
        && !field.name.equals("serialVersionUID");
  }

  /** Whether the private field hides an inherited field from subclasses. */
  private static boolean hidesAnother(ClassWorld world, ClassNode node, FieldNode field) {
    return world.above(node.name).stream()
        .flatMap(above -> above.fields.stream())
        .anyMatch(other -> other.name.equals(field.name) && !isPrivate(other.access));
  }

  // ------------------------------------------------------------------ methods

  private void compareMethods(ClassNode old, ClassNode now) {
    for (MethodNode method : old.methods) {
      MethodNode partner = ClassWorld.declared(now, method.name, method.desc);
      String where = old.name + "." + method.name + method.desc;
      boolean lambda = isSynthetic(method.access) && method.name.startsWith("lambda$");
      if (partner != null && !lambda) {
        compare(where, method, partner);
      } else if (partner == null && method.name.equals("<init>")) {
        add(Kind.CONSTRUCTOR, where, method.desc, "");
      } else if (partner == null && method.name.equals("<clinit>")) {
        add(Kind.STATIC_INITIALISER, where, "static initialiser", "");
      }
    }
    boolean gained =
        ClassWorld.declared(now, "<clinit>", "()V") != null
            && ClassWorld.declared(old, "<clinit>", "()V") == null;
    if (gained) {
      add(Kind.STATIC_INITIALISER, now.name, "", "static initialiser");
    }
  }

  private void compare(String where, MethodNode old, MethodNode now) {
    demandSame(Kind.METHOD_FLAGS, where, flags(old), flags(now));
    demandSame(
        Kind.THROWS_CLAUSE, where, new TreeSet<>(old.exceptions), new TreeSet<>(now.exceptions));
    demandSame(Kind.ANNOTATIONS, where, annotations.of(old), annotations.of(now));
    demandSame(
        Kind.ANNOTATION_DEFAULT, where, Annotations.defaultOf(old), Annotations.defaultOf(now));
    if (hasAny(old.attrs) || hasAny(now.attrs)) {
      add(Kind.UNKNOWN_ATTRIBUTE, where, types(old.attrs), types(now.attrs));
    }
  }

  /** The flags that neither the proof nor a condition checks. */
  private static int flags(MethodNode node) {
    return ComparedMembers.otherFlags(node.access)
        & ~(Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED);
  }

  // ------------------------------------------------------------------ unknown attributes

  private boolean hasUnknown(ClassNode node) {
    return !attributes(node).isEmpty();
  }

  /**
   * The attributes of a class and its fields, without the compiler's marks if other results already
   * cover the missing types.
   */
  private String attributes(ClassNode node) {
    boolean told = versions.hasGuessed(node);
    StringBuilder text = new StringBuilder(told ? types(unmarked(node)) : types(node.attrs));
    node.fields.forEach(field -> text.append(types(field.attrs)));
    return text.toString();
  }

  private static List<Attribute> unmarked(ClassNode node) {
    return node.attrs == null
        ? List.of()
        : node.attrs.stream().filter(each -> !MARKS.contains(each.type)).toList();
  }

  private static boolean hasAny(List<Attribute> attributes) {
    return attributes != null && !attributes.isEmpty();
  }

  private static String types(List<Attribute> attributes) {
    StringBuilder text = new StringBuilder();
    if (attributes != null) {
      attributes.forEach(attribute -> text.append(attribute.type).append(' '));
    }
    return text.toString();
  }
}
