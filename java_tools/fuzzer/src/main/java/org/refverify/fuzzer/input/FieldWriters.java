package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.refverify.fuzzer.entry.ClassFiles;

/**
 * Finds, by byte code, the constructors and methods that store a parameter or a constant in a
 * field.
 */
final class FieldWriters {
  private static final int DEEPEST = 4;
  private static final int CONSTANT = -1;
  private static final int NONE = -2;
  private final ClassFiles files;

  FieldWriters(ClassFiles files) {
    this.files = files;
  }

  /** A constructor or method that writes a field. */
  static final class Writer {
    /** Binary name of the class that declares it. */
    final String owner;

    final String name;
    final String descriptor;

    /** The parameter that is stored in the field, from 0; -1 for a constant. */
    final int parameter;

    /** The stored constant if no parameter is stored. */
    final long constant;

    Writer(String owner, MethodNode method, int parameter, long constant) {
      this.owner = owner;
      this.name = method.name;
      this.descriptor = method.desc;
      this.parameter = parameter;
      this.constant = constant;
    }

    boolean isConstructor() {
      return name.equals("<init>");
    }
  }

  /** The writers of a class and its superclasses; constructors only of the class itself. */
  List<Writer> of(String className, String field) {
    List<Writer> found = new ArrayList<Writer>();
    String owner = className;
    for (int i = 0; i < DEEPEST && owner != null; i++) {
      ClassNode node = node(owner);
      if (node == null) {
        break;
      }
      for (MethodNode method : node.methods) {
        if (isUsable(method, i == 0)) {
          add(found, node, method, field);
        }
      }
      owner = node.superName == null ? null : node.superName.replace('/', '.');
    }
    return found;
  }

  /** The field that a method returns, if it does nothing else; otherwise null. */
  String returned(String className, String method) {
    ClassNode node = node(className);
    for (int i = 0; i < DEEPEST && node != null; i++) {
      for (MethodNode each : node.methods) {
        if (each.name.equals(method) && each.desc.startsWith("()")) {
          return returned(each);
        }
      }
      node = node.superName == null ? null : node(node.superName.replace('/', '.'));
    }
    return null;
  }

  private static String returned(MethodNode method) {
    List<AbstractInsnNode> code = code(method);
    boolean reads = code.size() == 3 && code.get(1).getOpcode() == Opcodes.GETFIELD;
    return reads ? ((FieldInsnNode) code.get(1)).name : null;
  }

  private static boolean isUsable(MethodNode method, boolean isOwn) {
    if ((method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_SYNTHETIC))
        != 0) {
      return false;
    }
    boolean isOpen = (method.access & Opcodes.ACC_PRIVATE) == 0;
    return method.name.equals("<init>") ? isOwn && isOpen : isOpen;
  }

  private void add(List<Writer> found, ClassNode owner, MethodNode method, String field) {
    long[] constant = new long[1];
    int slot = written(owner, method, field, constant, 0);
    int parameter = slot == CONSTANT ? -1 : parameter(method, slot);
    if (slot == CONSTANT || parameter >= 0) {
      found.add(new Writer(owner.name.replace('/', '.'), method, parameter, constant[0]));
    }
  }

  /**
   * The variable that is stored in the field last; {@link #CONSTANT} or {@link #NONE} otherwise.
   */
  private int written(
      ClassNode owner, MethodNode method, String field, long[] constant, int depth) {
    List<AbstractInsnNode> code = code(method);
    int found = NONE;
    for (int i = 0; i < code.size(); i++) {
      AbstractInsnNode each = code.get(i);
      if (each.getOpcode() == Opcodes.PUTFIELD && ((FieldInsnNode) each).name.equals(field)) {
        found = i >= 2 && isThis(code.get(i - 2)) ? value(code.get(i - 1), constant) : NONE;
      } else if (each.getOpcode() == Opcodes.INVOKESPECIAL && depth < DEEPEST) {
        int delegated = delegated(owner, code, i, field, constant, depth);
        found = delegated == NONE ? found : delegated;
      }
    }
    return found;
  }

  /** The same through {@code this(...)} and {@code super(...)} with variables as arguments. */
  private int delegated(
      ClassNode owner,
      List<AbstractInsnNode> code,
      int at,
      String field,
      long[] constant,
      int depth) {
    MethodInsnNode call = (MethodInsnNode) code.get(at);
    int count = Type.getArgumentTypes(call.desc).length;
    ClassNode other = call.owner.equals(owner.name) ? owner : node(call.owner.replace('/', '.'));
    boolean isOwn = call.name.equals("<init>") && at > count && isThis(code.get(at - count - 1));
    if (other == null || !isOwn) {
      return NONE;
    }
    for (MethodNode method : other.methods) {
      if (method.name.equals("<init>") && method.desc.equals(call.desc)) {
        int slot = written(other, method, field, constant, depth + 1);
        int parameter = slot < 0 ? -1 : parameter(method, slot);
        return parameter < 0 ? slot : value(code.get(at - count + parameter), constant);
      }
    }
    return NONE;
  }

  private static int value(AbstractInsnNode instruction, long[] constant) {
    int opcode = instruction.getOpcode();
    if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
      return ((VarInsnNode) instruction).var;
    }
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      constant[0] = (long) opcode - Opcodes.ICONST_0;
      return CONSTANT;
    }
    if (opcode == Opcodes.BIPUSH || opcode == Opcodes.SIPUSH) {
      constant[0] = ((IntInsnNode) instruction).operand;
      return CONSTANT;
    }
    if (instruction instanceof LdcInsnNode && ((LdcInsnNode) instruction).cst instanceof Integer) {
      constant[0] = (Integer) ((LdcInsnNode) instruction).cst;
      return CONSTANT;
    }
    return NONE;
  }

  private static boolean isThis(AbstractInsnNode instruction) {
    return instruction.getOpcode() == Opcodes.ALOAD && ((VarInsnNode) instruction).var == 0;
  }

  private static int parameter(MethodNode method, int slot) {
    Type[] types = Type.getArgumentTypes(method.desc);
    int at = 1;
    for (int i = 0; i < types.length; i++) {
      if (at == slot) {
        return i;
      }
      at += types[i].getSize();
    }
    return -1;
  }

  private static List<AbstractInsnNode> code(MethodNode method) {
    List<AbstractInsnNode> code = new ArrayList<AbstractInsnNode>();
    for (AbstractInsnNode each : method.instructions) {
      if (each.getOpcode() >= 0) {
        code.add(each);
      }
    }
    return code;
  }

  private ClassNode node(String name) {
    byte[] bytes = name.startsWith("java.") ? null : files.bytes(name);
    if (bytes == null) {
      return null;
    }
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return node;
  }
}
