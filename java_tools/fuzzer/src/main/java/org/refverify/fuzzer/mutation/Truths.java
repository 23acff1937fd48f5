package org.refverify.fuzzer.mutation;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Constants that are {@code true} or {@code false}: byte code has numbers for them. */
final class Truths {
  private Truths() {}

  /** Whether the 0 or 1 that is pushed here is stored, passed or returned as a boolean. */
  static boolean isAt(Place place) {
    int opcode = place.at.getOpcode();
    if (opcode != Opcodes.ICONST_0 && opcode != Opcodes.ICONST_1) {
      return false;
    }
    AbstractInsnNode next = Following.instruction(place.at);
    boolean chosen = next instanceof JumpInsnNode && next.getOpcode() == Opcodes.GOTO;
    if (chosen) {
      next = Following.instruction(((JumpInsnNode) next).label);
    }
    if (next != null && isCondition(next, chosen || isChosen(place))) {
      return true;
    }
    int behind = 0;
    while (next != null && isPush(next)) {
      behind++;
      next = Following.instruction(next);
    }
    if (next instanceof MethodInsnNode) {
      Type[] types = Type.getArgumentTypes(((MethodInsnNode) next).desc);
      int position = types.length - 1 - behind;
      return position >= 0 && types[position].getSort() == Type.BOOLEAN;
    }
    return behind == 0 && next != null && isStoredOrReturned(place, next);
  }

  /** The other of the two values of a choice ends right before. */
  private static boolean isChosen(Place place) {
    AbstractInsnNode before = Following.previous(place.at);
    AbstractInsnNode other = before == null ? null : Following.previous(before);
    return before != null
        && before.getOpcode() == Opcodes.GOTO
        && other != null
        && (other.getOpcode() == Opcodes.ICONST_0 || other.getOpcode() == Opcodes.ICONST_1);
  }

  private static boolean isCondition(AbstractInsnNode next, boolean ofChoice) {
    int opcode = next.getOpcode();
    return opcode == Opcodes.IFEQ
        || opcode == Opcodes.IFNE
        || ofChoice && (opcode == Opcodes.IOR || opcode == Opcodes.IAND || opcode == Opcodes.IXOR);
  }

  private static boolean isStoredOrReturned(Place place, AbstractInsnNode next) {
    if (next instanceof FieldInsnNode) {
      return ((FieldInsnNode) next).desc.equals("Z");
    }
    return next.getOpcode() == Opcodes.IRETURN
        && Type.getReturnType(place.method.desc).getSort() == Type.BOOLEAN;
  }

  /** Something that puts one value on the stack and takes none. */
  private static boolean isPush(AbstractInsnNode at) {
    int opcode = at.getOpcode();
    return opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.ALOAD || opcode == Opcodes.GETSTATIC;
  }
}
