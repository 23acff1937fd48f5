package org.refverify.prover.pairing;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.world.ClassWorld;

/**
 * Decides whether a version's own code may look at the name of some class, or convert an object to
 * text. Code that asks a class by its literal ({@code A.class.getName()}, a log for class A) sees
 * only the name of that class.
 */
final class NamesSeen {
  private static final Set<String> KNOW_NAMES =
      Set.of("java/io/ObjectStreamClass", "java/lang/Class", "java/lang/reflect/Type");

  private static final Set<String> ASK_FOR_NAMES =
      Set.of(
          "getName",
          "getSimpleName",
          "getTypeName",
          "getCanonicalName",
          "getPackage",
          "getPackageName",
          "getResource",
          "getResourceAsStream",
          "toString",
          "toGenericString",
          "forName",
          "descriptorString");

  private static final Set<String> COMPARISONS = Set.of("equals", "compareTo");
  private static final Set<String> OF_ELEMENTS = Set.of("toString", "deepToString");

  /** Packages whose classes include other objects in their text. */
  private static final Set<String> HOLDERS =
      Set.of("java/awt/", "java/beans/", "java/security/", "java/util/", "javax/");

  private static final Set<String> MAKE_TEXTS =
      Set.of(
          "java/lang/String",
          "java/lang/StringBuilder",
          "java/lang/StringBuffer",
          "java/lang/AssertionError",
          "java/lang/System$Logger",
          "org/apache/commons/logging/Log",
          "org/apache/log4j/Category",
          "org/apache/log4j/Logger",
          "org/apache/logging/log4j/Logger",
          "org/slf4j/Logger",
          "java/util/Formatter");

  /**
   * Packages and classes whose methods print or write the objects that they receive, or show them
   * to others.
   */
  private static final Set<String> WRITE_OBJECTS =
      Set.of(
          "java/beans/Encoder",
          "java/beans/XMLEncoder",
          "java/io/",
          "java/rmi/",
          "java/security/",
          "java/sql/",
          "java/text/",
          "java/util/logging/",
          "javax/crypto/",
          "javax/management/",
          "javax/naming/",
          "javax/swing/DefaultComboBoxModel",
          "javax/swing/DefaultListModel",
          "javax/swing/JComboBox",
          "javax/swing/JList",
          "javax/swing/JOptionPane",
          "javax/swing/table/DefaultTableModel",
          "javax/swing/tree/DefaultMutableTreeNode");

  /** Methods that name a log after a class, in any library. */
  private static final Set<String> LOGS = Set.of("getLogger", "getLog");

  private static final String CLASS = "Ljava/lang/Class;";
  private static final String STRING = "Ljava/lang/String;";

  private NamesSeen() {}

  /** The classes, by a version's own names, whose names its own code reads through literals. */
  static Set<String> literals(ClassWorld world) {
    Set<String> names = new HashSet<>();
    for (ClassNode node : world.own()) {
      for (MethodNode method : node.methods) {
        for (AbstractInsnNode instruction : method.instructions) {
          if (instruction instanceof MethodInsnNode call && literal(call) != null) {
            names.add(literal(call));
          }
        }
      }
    }
    return names;
  }

  static boolean in(ClassWorld world) {
    return world.own().stream().anyMatch(node -> in(world, node));
  }

  /** Whether the code of one class does so. */
  static boolean in(ClassWorld world, ClassNode node) {
    for (MethodNode method : node.methods) {
      if (isMadeForEnum(node, method)) {
        continue;
      }
      for (AbstractInsnNode instruction : method.instructions) {
        boolean seen =
            instruction instanceof MethodInsnNode call
                    && isSeen(world, call.owner, call.name, call.desc)
                    && literal(call) == null
                || instruction instanceof InvokeDynamicInsnNode join && isSeen(world, join);
        if (seen) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the method is the {@code valueOf} that every enum has; it counts at its calls. */
  private static boolean isMadeForEnum(ClassNode node, MethodNode method) {
    return (node.access & Opcodes.ACC_ENUM) != 0
        && method.name.equals("valueOf")
        && method.desc.equals("(" + STRING + ")L" + node.name + ";");
  }

  private static boolean isAsked(String owner, String name) {
    return KNOW_NAMES.contains(owner) && ASK_FOR_NAMES.contains(name);
  }

  /**
   * The class whose name a call shows, if it shows only that name; otherwise null. The literal must
   * directly precede the call: a jump to a place between them could bring in another value.
   */
  private static String literal(MethodInsnNode call) {
    boolean ofReceiver =
        isAsked(call.owner, call.name)
            && call.desc.startsWith("()")
            && !call.name.equals("toGenericString");
    boolean log = LOGS.contains(call.name) && call.desc.startsWith("(" + CLASS + ")");
    boolean literal =
        (ofReceiver || log)
            && call.getPrevious() instanceof LdcInsnNode constant
            && constant.cst instanceof Type type
            && type.getSort() == Type.OBJECT;
    return literal ? ((Type) ((LdcInsnNode) call.getPrevious()).cst).getInternalName() : null;
  }

  /**
   * Whether a call shows a name; the class that declares the method decides, or the named class if
   * the method is unknown.
   */
  private static boolean isSeen(ClassWorld world, String named, String name, String descriptor) {
    ClassWorld.DeclaredMethod found = world.resolve(named, name, descriptor);
    String owner = found == null ? named : found.owner().name;
    boolean asked = isAsked(owner, name);
    // The message of {@code valueOf} names the enum.
    boolean constant =
        name.equals("valueOf")
            && (owner.equals("java/lang/Enum")
                || descriptor.equals("(Ljava/lang/String;)L" + owner + ";")
                    && !owner.startsWith("java/"));
    // Files list services by class name; preferences use the name of the package.
    boolean looked =
        owner.equals("java/util/ServiceLoader") && name.startsWith("load")
            || owner.equals("java/util/prefs/Preferences") && name.endsWith("NodeForPackage");
    boolean ofObject =
        name.equals("toString") && descriptor.startsWith("()") && mayBeDefault(found);
    // A collection or an array converts its elements to text, and an event converts its source.
    boolean ofElements = OF_ELEMENTS.contains(name) && HOLDERS.stream().anyMatch(owner::startsWith);
    boolean ofOne = owner.equals("java/util/Objects") && name.startsWith("to");
    boolean text =
        (Stream.of(named, owner).anyMatch(MAKE_TEXTS::contains)
                || WRITE_OBJECTS.stream().anyMatch(owner::startsWith))
            && !COMPARISONS.contains(name)
            && takesObject(descriptor);
    boolean log = LOGS.contains(name) && descriptor.contains(CLASS);
    return asked || constant || looked || ofObject || ofElements || ofOne || text || log;
  }

  private static boolean takesObject(String descriptor) {
    String parameters = descriptor.substring(0, descriptor.indexOf(')'));
    return parameters.contains("Ljava/lang/Object;")
        || parameters.contains("Ljava/io/Serializable;");
  }

  /**
   * Whether a call may return the default text, which contains the name of the object's class: no
   * class up to the named one defines the text, or the text is that of a record and contains the
   * texts of its components.
   */
  private static boolean mayBeDefault(ClassWorld.DeclaredMethod found) {
    return found == null
        || found.is(Opcodes.ACC_ABSTRACT)
        || found.owner().name.equals("java/lang/Object")
        || found.owner().recordComponents != null
            && found.owner().recordComponents.stream().anyMatch(each -> !isPlain(each.descriptor));
  }

  /** Whether a text of this type contains no name of a class. */
  private static boolean isPlain(String descriptor) {
    return descriptor.length() == 1 || descriptor.equals(STRING);
  }

  /**
   * Whether a dynamic call shows a name: for a method reference the method decides, for a
   * concatenation the joined values.
   */
  private static boolean isSeen(ClassWorld world, InvokeDynamicInsnNode join) {
    if (!join.bsm.getName().startsWith("makeConcat")) {
      return Arrays.stream(join.bsmArgs)
          .filter(Handle.class::isInstance)
          .map(Handle.class::cast)
          .anyMatch(called -> isSeen(world, called.getOwner(), called.getName(), called.getDesc()));
    }
    return Arrays.stream(Type.getArgumentTypes(join.desc))
        .anyMatch(type -> !isPlain(type.getDescriptor()));
  }
}
