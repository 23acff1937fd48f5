package org.refverify.fuzzer.mutation;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/**
 * A constant increased or decreased by one, another string, a counter that steps in the other
 * direction.
 */
final class ConstantEdits {
  private ConstantEdits() {}

  static void add(Place place, List<Edit> edits) {
    Object value = constant(place.at);
    if (value instanceof String) {
      String other = ((String) value).isEmpty() ? "A" : "";
      edits.add(replaced(place, "a string constant became \"" + other + "\"", other));
    } else if (value instanceof Integer && Truths.isAt(place)) {
      int other = 1 - (Integer) value;
      edits.add(replaced(place, (other == 0) + " became " + (other == 1), other));
    } else if (value instanceof Number && !isBeyondSums((Number) value)) {
      for (int step : new int[] {1, -1}) {
        Object other = moved((Number) value, step);
        edits.add(replaced(place, value + " became " + other, other));
      }
    }
    if (place.at instanceof IincInsnNode) {
      edits.add(
          new Edit(
              place,
              Mutant.Kind.CONSTANT,
              "an increment became a decrement",
              (copy, at) -> ((IincInsnNode) at).incr = -((IincInsnNode) at).incr));
    }
  }

  /** Whether adding or subtracting one does not change the value. */
  private static boolean isBeyondSums(Number value) {
    double real = value.doubleValue();
    return Double.isNaN(real) || Double.isInfinite(real);
  }

  private static Edit replaced(Place place, String what, Object other) {
    return new Edit(
        place,
        Mutant.Kind.CONSTANT,
        what,
        (copy, at) -> copy.instructions.set(at, new LdcInsnNode(other)));
  }

  private static Object moved(Number value, int step) {
    if (value instanceof Integer) {
      return value.intValue() + step;
    }
    if (value instanceof Long) {
      return value.longValue() + step;
    }
    return value instanceof Float
        ? (Object) (value.floatValue() + step)
        : (Object) (value.doubleValue() + step);
  }

  /** The constant that the instruction pushes; null if it pushes none or a class. */
  static Object constant(AbstractInsnNode at) {
    int opcode = at.getOpcode();
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return opcode - Opcodes.ICONST_0;
    }
    if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
      return (long) (opcode - Opcodes.LCONST_0);
    }
    if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
      return (float) (opcode - Opcodes.FCONST_0);
    }
    if (opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1) {
      return (double) (opcode - Opcodes.DCONST_0);
    }
    if (at instanceof IntInsnNode && opcode != Opcodes.NEWARRAY) {
      return ((IntInsnNode) at).operand;
    }
    return at instanceof LdcInsnNode ? ((LdcInsnNode) at).cst : null;
  }
}
