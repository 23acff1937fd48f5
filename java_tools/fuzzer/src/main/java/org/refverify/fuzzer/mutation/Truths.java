package org.refverify.fuzzer.mutation;

import java.util.Collections;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds constants that are {@code true} or {@code false}, which byte code represents as numbers.
 */
final class Truths {
  private Truths() {}

  /** Whether the 0 or 1 that is pushed here is stored, passed or returned as a boolean. */
  static boolean isAt(Place place) {
    if (!isTruth(place.at)) {
      return false;
    }
    if (isFirstOfChoice(place.at) || isSecondOfChoice(place.at)) {
      return true;
    }
    AbstractInsnNode next = Neighbours.instruction(place.at);
    if (next != null && (next.getOpcode() == Opcodes.IFEQ || next.getOpcode() == Opcodes.IFNE)) {
      return true;
    }
    int behind = 0;
    while (next != null && isPush(next)) {
      behind++;
      next = Neighbours.instruction(next);
    }
    if (next instanceof MethodInsnNode) {
      Type[] types = Type.getArgumentTypes(((MethodInsnNode) next).desc);
      int position = types.length - 1 - behind;
      return position >= 0 && types[position].getSort() == Type.BOOLEAN;
    }
    return behind == 0 && next != null && isStoredOrReturned(place, next);
  }

  /**
   * Whether this is javac's code for a condition whose value is used: 1, a jump, 0, and the jump's
   * target.
   */
  private static boolean isFirstOfChoice(AbstractInsnNode at) {
    AbstractInsnNode jump = Neighbours.instruction(at);
    if (!(jump instanceof JumpInsnNode) || jump.getOpcode() != Opcodes.GOTO) {
      return false;
    }
    AbstractInsnNode other = Neighbours.instruction(jump);
    return isTruth(other) && Neighbours.previous(((JumpInsnNode) jump).label) == other;
  }

  private static boolean isSecondOfChoice(AbstractInsnNode at) {
    AbstractInsnNode jump = Neighbours.previous(at);
    AbstractInsnNode first = jump == null ? null : Neighbours.previous(jump);
    return isTruth(first) && isFirstOfChoice(first);
  }

  private static boolean isTruth(AbstractInsnNode at) {
    return at != null && (at.getOpcode() == Opcodes.ICONST_0 || at.getOpcode() == Opcodes.ICONST_1);
  }

  private static boolean isStoredOrReturned(Place place, AbstractInsnNode next) {
    if (next instanceof FieldInsnNode) {
      return ((FieldInsnNode) next).desc.equals("Z");
    }
    if (next.getOpcode() == Opcodes.ISTORE) {
      return isBooleanLocal(place.method, (VarInsnNode) next);
    }
    return next.getOpcode() == Opcodes.IRETURN
        && Type.getReturnType(place.method.desc).getSort() == Type.BOOLEAN;
  }

  /**
   * Whether a store sets a boolean. Byte code has no booleans in locals, so only the debug
   * information shows this, for a variable whose scope begins directly after its first store.
   */
  private static boolean isBooleanLocal(MethodNode method, VarInsnNode store) {
    int at = method.instructions.indexOf(store);
    for (LocalVariableNode local :
        method.localVariables == null
            ? Collections.<LocalVariableNode>emptyList()
            : method.localVariables) {
      if (local.index == store.var
          && method.instructions.indexOf(local.start) <= at + 1
          && at < method.instructions.indexOf(local.end)) {
        return local.desc.equals("Z");
      }
    }
    return false;
  }

  /** Whether an instruction pushes one value and takes none. */
  private static boolean isPush(AbstractInsnNode at) {
    int opcode = at.getOpcode();
    return opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.ALOAD || opcode == Opcodes.GETSTATIC;
  }
}
