package org.refverify.prover.lockstep;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * Static initialisers that nobody sees run: they only put constants, new JDK collections and
 * constants of an enum into fields of their own class, without loops.
 */
public final class Initialisers {
  private static final Set<String> COLLECTIONS =
      Set.of(
          "java/util/List",
          "java/util/Set",
          "java/util/Map",
          "java/util/ArrayList",
          "java/util/LinkedList",
          "java/util/HashMap",
          "java/util/LinkedHashMap",
          "java/util/TreeMap",
          "java/util/HashSet",
          "java/util/LinkedHashSet",
          "java/util/TreeSet",
          "java/util/concurrent/ConcurrentHashMap",
          "java/util/concurrent/atomic/AtomicInteger",
          "java/util/concurrent/atomic/AtomicLong",
          "java/util/concurrent/atomic/AtomicBoolean");

  private static final Set<String> BOXES =
      Set.of(
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Short",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double");

  private Initialisers() {}

  /** Whether nobody sees when this class is initialised, with what is above it. */
  public static boolean isTrivial(ClassWorld world, ClassNode node) {
    if (!world.missingAbove(node.name).isEmpty() || !isQuiet(world, node)) {
      return false;
    }
    return world.above(node.name).stream().allMatch(above -> isQuiet(world, above));
  }

  private static boolean isQuiet(ClassWorld world, ClassNode node) {
    MethodNode initialiser = ClassWorld.declared(node, "<clinit>", "()V");
    if (initialiser == null || node.name.startsWith("java/")) {
      return true;
    }
    if (world.own(node.name) == null) {
      return false;
    }
    return isQuiet(world, world.method(node, initialiser));
  }

  private static boolean isQuiet(ClassWorld world, Method method) {
    for (int i = 0; i < method.length(); i++) {
      if (!isQuiet(world, method, i)) {
        return false;
      }
    }
    return method.handlers().isEmpty();
  }

  private static boolean isQuiet(ClassWorld world, Method method, int index) {
    AbstractInsnNode instruction = method.at(index);
    int opcode = instruction.getOpcode();
    String owner = method.owner().name;
    if (instruction instanceof FieldInsnNode access) {
      boolean instance = opcode == Opcodes.PUTFIELD && method.isConstructor();
      return access.owner.equals(owner)
          && (instance || opcode == Opcodes.PUTSTATIC || opcode == Opcodes.GETSTATIC);
    }
    if (instruction instanceof MethodInsnNode call) {
      return isQuiet(call) || isQuietConstructor(world, method, call);
    }
    if (instruction instanceof VarInsnNode load) {
      // In a constructor only its parameters and `this` go into fields.
      return method.isConstructor() && load.getOpcode() <= Opcodes.ALOAD;
    }
    if (instruction instanceof LdcInsnNode constant) {
      return constant.cst instanceof Number
          || constant.cst instanceof String
          || constant.cst instanceof org.objectweb.asm.Type;
    }
    if (instruction instanceof JumpInsnNode jump) {
      return method.index(jump.label) > index;
    }
    if (instruction instanceof TypeInsnNode type) {
      boolean ofEnum = isEnum(method.owner()) && type.desc.equals(owner);
      return opcode == Opcodes.ANEWARRAY
          || opcode == Opcodes.NEW && (ofEnum || isCollection(type.desc));
    }
    return switch (opcode) {
      case -1, Opcodes.DUP, Opcodes.POP, Opcodes.RETURN, Opcodes.BIPUSH, Opcodes.SIPUSH -> true;
      case Opcodes.NEWARRAY -> true;
      default ->
          opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.DCONST_1
              || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
    };
  }

  private static boolean isQuiet(MethodInsnNode call) {
    if (BOXES.contains(call.owner)) {
      return call.name.equals("valueOf") && !call.desc.startsWith("(Ljava/lang/String;");
    }
    if (call.owner.equals("java/lang/Class")) {
      return call.name.equals("desiredAssertionStatus");
    }
    return call.name.equals("<init>") && call.desc.equals("()V") && isCollection(call.owner);
  }

  private static boolean isQuietConstructor(ClassWorld world, Method caller, MethodInsnNode call) {
    if (!call.name.equals("<init>") || !isEnum(caller.owner())) {
      return false;
    }
    if (call.owner.equals("java/lang/Enum")) {
      return caller.isConstructor();
    }
    MethodNode constructor = ClassWorld.declared(caller.owner(), "<init>", call.desc);
    return call.owner.equals(caller.owner().name)
        && !caller.isConstructor()
        && constructor != null
        && isQuiet(world, world.method(caller.owner(), constructor));
  }

  private static boolean isEnum(ClassNode node) {
    return (node.access & Opcodes.ACC_ENUM) != 0;
  }

  private static boolean isCollection(String type) {
    return COLLECTIONS.contains(type) || type.equals("java/lang/Object");
  }
}
