package org.refverify.fuzzer.mutation;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Another returned value, an early return that is removed, an exception that is not thrown. */
final class ExitEdits {
  private ExitEdits() {}

  static void add(Place place, List<Edit> edits) {
    int opcode = place.at.getOpcode();
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN) {
      addOtherValue(place, edits);
    }
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      addLostReturn(place, edits);
    }
    if (opcode == Opcodes.ATHROW) {
      edits.add(
          new Edit(
              place,
              Mutant.Kind.MOVED_EXCEPTION,
              "an exception was not thrown",
              ExitEdits::returnZero));
    }
  }

  private static void addOtherValue(Place place, List<Edit> edits) {
    Type type = Type.getReturnType(place.method.desc);
    if (isNull(place) && otherObject(type).getOpcode() == Opcodes.ACONST_NULL || isNaN(place)) {
      return;
    }
    edits.add(
        new Edit(
            place,
            Mutant.Kind.RETURN_VALUE,
            type.getSort() == Type.BOOLEAN
                ? "the returned value was negated"
                : "another value was returned",
            (copy, at) -> copy.instructions.insertBefore(at, changed(type))));
  }

  private static boolean isNull(Place place) {
    AbstractInsnNode before = Neighbours.previous(place.at);
    return before != null && before.getOpcode() == Opcodes.ACONST_NULL;
  }

  private static boolean isNaN(Place place) {
    AbstractInsnNode before = Neighbours.previous(place.at);
    Object constant = before == null ? null : ConstantEdits.constant(before);
    return constant instanceof Number && Double.isNaN(((Number) constant).doubleValue());
  }

  private static InsnList changed(Type type) {
    InsnList change = new InsnList();
    switch (type.getSort()) {
      case Type.BOOLEAN:
        change.add(new InsnNode(Opcodes.ICONST_1));
        change.add(new InsnNode(Opcodes.IXOR));
        break;
      case Type.LONG:
        change.add(new InsnNode(Opcodes.LCONST_1));
        change.add(new InsnNode(Opcodes.LADD));
        break;
      case Type.FLOAT:
        change.add(new InsnNode(Opcodes.FCONST_1));
        change.add(new InsnNode(Opcodes.FADD));
        break;
      case Type.DOUBLE:
        change.add(new InsnNode(Opcodes.DCONST_1));
        change.add(new InsnNode(Opcodes.DADD));
        break;
      case Type.OBJECT:
      case Type.ARRAY:
        change.add(new InsnNode(Opcodes.POP));
        change.add(otherObject(type));
        break;
      default:
        change.add(new InsnNode(Opcodes.ICONST_1));
        change.add(new InsnNode(Opcodes.IADD));
        if (type.getSort() != Type.INT) {
          change.add(new InsnNode(narrowing(type)));
        }
    }
    return change;
  }

  private static int narrowing(Type type) {
    switch (type.getSort()) {
      case Type.BYTE:
        return Opcodes.I2B;
      case Type.CHAR:
        return Opcodes.I2C;
      default:
        return Opcodes.I2S;
    }
  }

  private static AbstractInsnNode otherObject(Type type) {
    return type.getDescriptor().equals("Ljava/lang/String;")
        ? new LdcInsnNode("mutant")
        : new InsnNode(Opcodes.ACONST_NULL);
  }

  /** Removes a return inside an if, so that the code after it runs instead. */
  private static void addLostReturn(Place place, List<Edit> edits) {
    AbstractInsnNode next = Neighbours.instruction(place.at);
    if (next == null || !isJumpedTo(place)) {
      return;
    }
    int size = Type.getReturnType(place.method.desc).getSize();
    edits.add(
        new Edit(
            place,
            Mutant.Kind.LOST_RETURN,
            "an early return was lost",
            (copy, at) -> {
              int opcode = size == 0 ? Opcodes.NOP : size == 2 ? Opcodes.POP2 : Opcodes.POP;
              copy.instructions.set(at, new InsnNode(opcode));
            }));
  }

  /** Whether a branch of the same method begins directly after the instruction. */
  private static boolean isJumpedTo(Place place) {
    for (AbstractInsnNode at = place.at.getNext();
        at != null && at.getOpcode() < 0;
        at = at.getNext()) {
      if (at instanceof LabelNode && isTarget(place.method, (LabelNode) at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTarget(MethodNode method, LabelNode label) {
    for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
      if (at instanceof JumpInsnNode && ((JumpInsnNode) at).label == label) {
        return true;
      }
    }
    return false;
  }

  private static void returnZero(MethodNode copy, AbstractInsnNode at) {
    Type type = Type.getReturnType(copy.desc);
    InsnList exit = new InsnList();
    exit.add(new InsnNode(Opcodes.POP));
    if (!type.equals(Type.VOID_TYPE)) {
      exit.add(PushedValues.zero(type));
    }
    exit.add(new InsnNode(type.getOpcode(Opcodes.IRETURN)));
    copy.instructions.insertBefore(at, exit);
    copy.instructions.remove(at);
  }
}
