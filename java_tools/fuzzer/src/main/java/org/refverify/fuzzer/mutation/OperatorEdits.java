package org.refverify.fuzzer.mutation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Other arithmetic, another boundary, the condition negated. */
final class OperatorEdits {
  private static final Map<Integer, Integer> ARITHMETIC = new HashMap<Integer, Integer>();
  private static final Map<Integer, Integer> BOUNDARY = new HashMap<Integer, Integer>();
  private static final Map<Integer, Integer> NEGATED = new HashMap<Integer, Integer>();

  static {
    for (int type = 0; type < 4; type++) {
      both(ARITHMETIC, Opcodes.IADD + type, Opcodes.ISUB + type);
      both(ARITHMETIC, Opcodes.IMUL + type, Opcodes.IDIV + type);
      ARITHMETIC.put(Opcodes.IREM + type, Opcodes.IMUL + type);
    }
    for (int type = 0; type < 2; type++) {
      both(ARITHMETIC, Opcodes.ISHL + type, Opcodes.ISHR + type);
      ARITHMETIC.put(Opcodes.IUSHR + type, Opcodes.ISHR + type);
      both(ARITHMETIC, Opcodes.IAND + type, Opcodes.IOR + type);
      ARITHMETIC.put(Opcodes.IXOR + type, Opcodes.IAND + type);
    }
    both(BOUNDARY, Opcodes.IFLT, Opcodes.IFLE);
    both(BOUNDARY, Opcodes.IFGT, Opcodes.IFGE);
    both(BOUNDARY, Opcodes.IF_ICMPLT, Opcodes.IF_ICMPLE);
    both(BOUNDARY, Opcodes.IF_ICMPGT, Opcodes.IF_ICMPGE);
    both(NEGATED, Opcodes.IFEQ, Opcodes.IFNE);
    both(NEGATED, Opcodes.IFLT, Opcodes.IFGE);
    both(NEGATED, Opcodes.IFGT, Opcodes.IFLE);
    both(NEGATED, Opcodes.IFNULL, Opcodes.IFNONNULL);
    both(NEGATED, Opcodes.IF_ICMPEQ, Opcodes.IF_ICMPNE);
    both(NEGATED, Opcodes.IF_ICMPLT, Opcodes.IF_ICMPGE);
    both(NEGATED, Opcodes.IF_ICMPGT, Opcodes.IF_ICMPLE);
    both(NEGATED, Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE);
  }

  private OperatorEdits() {}

  private static void both(Map<Integer, Integer> map, int one, int other) {
    map.put(one, other);
    map.put(other, one);
  }

  static void add(Place place, List<Edit> edits) {
    int opcode = place.at.getOpcode();
    Integer other = ARITHMETIC.get(opcode);
    if (other != null && place.at instanceof InsnNode && !isByNothing(place)) {
      edits.add(
          new Edit(
              place,
              Mutant.Kind.ARITHMETIC,
              Opnames.of(opcode) + " became " + Opnames.of(other),
              (copy, at) -> copy.instructions.set(at, new InsnNode(other))));
    }
    jump(
        place, Mutant.Kind.BOUNDARY, BOUNDARY.get(opcode), "the condition's boundary moved", edits);
    jump(place, Mutant.Kind.CONDITION, NEGATED.get(opcode), "the condition was negated", edits);
  }

  /** Whether the operation has no effect: a shift by 0, or 0 added or subtracted. */
  private static boolean isByNothing(Place place) {
    int opcode = place.at.getOpcode();
    AbstractInsnNode before = Neighbours.previous(place.at);
    boolean zero =
        before != null
            && (before.getOpcode() == Opcodes.ICONST_0 || before.getOpcode() == Opcodes.LCONST_0);
    return zero && (opcode <= Opcodes.LSUB || opcode >= Opcodes.ISHL && opcode <= Opcodes.LUSHR);
  }

  private static void jump(
      Place place, Mutant.Kind kind, Integer other, String what, List<Edit> edits) {
    if (other != null) {
      edits.add(new Edit(place, kind, what, (copy, at) -> replace(copy, at, other)));
    }
  }

  private static void replace(MethodNode copy, AbstractInsnNode at, int opcode) {
    copy.instructions.set(at, new JumpInsnNode(opcode, ((JumpInsnNode) at).label));
  }
}
