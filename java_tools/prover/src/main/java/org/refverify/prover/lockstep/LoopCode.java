package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.world.Method;

/**
 * Code that computes only with local variables of primitive types and constants: no effect, no
 * exception. Its text names variables by their order of appearance and jumps by their distance, so
 * two pieces with one text compute the same results from the same values.
 */
final class LoopCode {
  private static final Map<Integer, Character> TYPES =
      Map.of(
          Opcodes.ILOAD, 'I',
          Opcodes.LLOAD, 'J',
          Opcodes.FLOAD, 'F',
          Opcodes.DLOAD, 'D',
          Opcodes.ISTORE, 'I',
          Opcodes.LSTORE, 'J',
          Opcodes.FSTORE, 'F',
          Opcodes.DSTORE, 'D');

  /** Divisions, which may throw. */
  private static final Set<Integer> DIVISIONS =
      Set.of(Opcodes.IDIV, Opcodes.LDIV, Opcodes.IREM, Opcodes.LREM);

  private final Map<Integer, Character> types = new HashMap<>();
  private final List<Integer> variables = new ArrayList<>();
  private final Set<Integer> loadedFirst = new HashSet<>();
  private final Set<Integer> changed = new HashSet<>();
  private final StringBuilder text = new StringBuilder();

  /**
   * The content of a variable afterwards.
   *
   * @param code the text
   * @param number the number of the variable
   */
  private record Result(String code, int number) {
    @Override
    public String toString() {
      return "result " + (number + 1);
    }
  }

  private LoopCode() {}

  /** The code between two instructions, both included; null if it does anything else. */
  static LoopCode of(Method method, int first, int last) {
    LoopCode code = new LoopCode();
    Map<Integer, Integer> places = places(method, first, last);
    for (int i = first; i <= last; i++) {
      AbstractInsnNode instruction = method.at(i);
      if (instruction.getOpcode() >= 0 && !code.add(method, instruction, places)) {
        return null;
      }
    }
    return code;
  }

  /** Variables by their numbers in the method, in their order of appearance. */
  List<Integer> variables() {
    return variables;
  }

  boolean isChanged(int variable) {
    return changed.contains(variable);
  }

  int size(int variable) {
    char type = types.get(variable);
    return type == 'J' || type == 'D' ? 2 : 1;
  }

  boolean isLoadedFirst(int variable) {
    return loadedFirst.contains(variable);
  }

  /** The content of a variable after the loop; equal code gives equal values. */
  Object result(int variable) {
    return new Result(text.toString(), variables.indexOf(variable));
  }

  /** Whether each variable that the code reads first has a value in the activation. */
  boolean takes(CallFrame frame) {
    return variables.stream()
        .map(variable -> Map.entry(variable, frame.slot(variable)))
        .allMatch(each -> isTaken(each.getKey(), each.getValue()));
  }

  private boolean isTaken(int variable, Sym value) {
    boolean hasValue = !value.is(Op.TOP);
    return hasValue ? !value.isPrivate() : !loadedFirst.contains(variable);
  }

  static boolean isConstant(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    boolean small = opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.SIPUSH;
    return small || instruction instanceof LdcInsnNode load && load.cst instanceof Number;
  }

  /** Whether an instruction changes a variable. */
  static boolean changes(AbstractInsnNode instruction, int variable) {
    return instruction instanceof IincInsnNode step
        ? step.var == variable
        : instruction instanceof VarInsnNode access
            && access.getOpcode() >= Opcodes.ISTORE
            && access.var == variable;
  }

  /** The numbers of instructions without labels; a label has the number of the next instruction. */
  private static Map<Integer, Integer> places(Method method, int first, int last) {
    Map<Integer, Integer> places = new HashMap<>();
    int next = 0;
    for (int i = first; i <= last; i++) {
      places.put(i, next);
      next += method.at(i).getOpcode() >= 0 ? 1 : 0;
    }
    return places;
  }

  private boolean add(Method method, AbstractInsnNode instruction, Map<Integer, Integer> places) {
    int opcode = instruction.getOpcode();
    text.append(';').append(opcode);
    if (instruction instanceof JumpInsnNode jump) {
      text.append(" to ").append(places.get(method.index(jump.label)));
      return opcode <= Opcodes.IF_ICMPLE || opcode == Opcodes.GOTO;
    }
    if (instruction instanceof VarInsnNode access) {
      return use(access.var, TYPES.get(opcode), opcode < Opcodes.ISTORE, opcode >= Opcodes.ISTORE);
    }
    if (instruction instanceof IincInsnNode step) {
      text.append(" by ").append(step.incr);
      return use(step.var, 'I', true, true);
    }
    if (instruction instanceof IntInsnNode small) {
      text.append(' ').append(small.operand);
    } else if (instruction instanceof LdcInsnNode load) {
      text.append(' ').append(load.cst.getClass()).append(load.cst);
    }
    return isConstant(instruction)
        || opcode >= Opcodes.POP && opcode <= Opcodes.DCMPG && !DIVISIONS.contains(opcode);
  }

  /** Records a use of a variable; false if its type is unknown or differs from an earlier one. */
  private boolean use(int variable, Character type, boolean loads, boolean stores) {
    if (!types.containsKey(variable)) {
      types.put(variable, type);
      variables.add(variable);
      if (loads) {
        loadedFirst.add(variable);
      }
    }
    if (stores) {
      changed.add(variable);
    }
    text.append(" of ").append(variables.indexOf(variable)).append(type);
    return type != null && type.equals(types.get(variable));
  }
}
