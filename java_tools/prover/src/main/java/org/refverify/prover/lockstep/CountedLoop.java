package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.world.Method;

/**
 * A loop that certainly ends, has no effect, cannot throw and reads only local variables of
 * primitive types. So one side may execute it alone. The value of a variable after the loop is a
 * term over the values before the loop, and the same {@link LoopCode} gives the same term.
 *
 * <p>The loop ends because each round adds one to a counter, or subtracts one, and tests it. The
 * loop is left if the counter equals a bound that the loop does not change. A counter that moves in
 * steps of one reaches every int, even if it overflows.
 */
final class CountedLoop {
  private static final Set<Integer> LEAVES_WHEN_EQUAL =
      Set.of(
          Opcodes.IFEQ,
          Opcodes.IFGE,
          Opcodes.IFLE,
          Opcodes.IF_ICMPEQ,
          Opcodes.IF_ICMPGE,
          Opcodes.IF_ICMPLE);
  private static final Set<Integer> STAYS_UNLESS_EQUAL =
      Set.of(
          Opcodes.IFNE,
          Opcodes.IFLT,
          Opcodes.IFGT,
          Opcodes.IF_ICMPNE,
          Opcodes.IF_ICMPLT,
          Opcodes.IF_ICMPGT);

  private final Method method;
  private final int head;
  private final int last;
  private final int exit;
  private final LoopCode code;

  private CountedLoop(Method method, int head, int last, int exit, LoopCode code) {
    this.method = method;
    this.head = head;
    this.last = last;
    this.exit = exit;
    this.code = code;
  }

  /** The loop whose head an activation has reached; null if there is no such loop. */
  static CountedLoop at(CallFrame frame) {
    Method method = frame.method();
    int head = frame.pc();
    int last = lastJumpTo(method, head);
    if (frame.slots().getStackSize() > 0 || last < head) {
      return null;
    }
    Set<Integer> exits = exits(method, head, last);
    LoopCode code = LoopCode.of(method, head, last);
    if (code == null || exits.size() != 1 || !code.takes(frame)) {
      return null;
    }
    CountedLoop loop = new CountedLoop(method, head, last, exits.iterator().next(), code);
    return loop.goesForward() && loop.ends() ? loop : null;
  }

  /**
   * Continues at the end of the loop. If each round sets a variable before it reads it, its value
   * before the loop matters only to that variable, in case there is no round.
   */
  void pass(CallFrame frame, Symbols symbols) {
    Map<Integer, Sym> held = new LinkedHashMap<>();
    code.variables().forEach(variable -> held.put(variable, frame.slot(variable)));
    Map<Integer, Sym> read = new LinkedHashMap<>(held);
    read.keySet().removeIf(this::isSetInEachRound);
    for (int variable : held.keySet()) {
      if (code.isChanged(variable)) {
        Map<Integer, Sym> matters = isSetInEachRound(variable) ? held : read;
        set(frame, variable, matters.values().toArray(Sym[]::new), symbols);
      }
    }
    frame.jump(exit);
  }

  private void set(CallFrame frame, int variable, Sym[] before, Symbols symbols) {
    int size = code.size(variable);
    frame.setSlot(variable, symbols.term(Op.LOOP, code.result(variable), size, before));
    if (size == 2) {
      frame.setSlot(variable + 1, symbols.top);
    }
  }

  private boolean isSetInEachRound(int variable) {
    return !code.isLoadedFirst(variable) && isInEachRound(firstChange(variable));
  }

  private static int lastJumpTo(Method method, int head) {
    return IntStream.range(head, method.length())
        .filter(i -> targetOf(method, i) == head)
        .max()
        .orElse(-1);
  }

  /** The target of a jump; -1 if the instruction is not a jump. */
  private static int targetOf(Method method, int index) {
    return method.at(index) instanceof JumpInsnNode jump ? method.index(jump.label) : -1;
  }

  private static Set<Integer> exits(Method method, int head, int last) {
    Set<Integer> found = new HashSet<>();
    for (int i = head; i <= last; i++) {
      int target = targetOf(method, i);
      if (target >= 0 && (target < head || target > last)) {
        found.add(target);
      }
    }
    if (method.at(last).getOpcode() != Opcodes.GOTO) {
      found.add(last + 1);
    }
    return found;
  }

  /** Whether the last jump is the only one that leads back. */
  private boolean goesForward() {
    return exit > last
        && IntStream.range(head, last)
            .noneMatch(i -> targetOf(method, i) >= 0 && targetOf(method, i) <= i);
  }

  private boolean ends() {
    boolean testsLast = method.at(last).getOpcode() != Opcodes.GOTO;
    List<Integer> test = testsLast ? testBefore(last) : testBefore(firstJump());
    if (test.isEmpty()) {
      return false;
    }
    int jump = test.get(test.size() - 1);
    boolean leaves =
        testsLast
            ? STAYS_UNLESS_EQUAL.contains(method.at(jump).getOpcode())
            : LEAVES_WHEN_EQUAL.contains(method.at(jump).getOpcode())
                && targetOf(method, jump) == exit
                && realFrom(head) == test.get(0);
    return leaves && comparesACounter(test);
  }

  private int firstJump() {
    return IntStream.range(head, last)
        .filter(i -> targetOf(method, i) >= 0)
        .findFirst()
        .orElse(last);
  }

  private int realFrom(int index) {
    int real = index;
    while (method.at(real).getOpcode() < 0) {
      real++;
    }
    return real;
  }

  /** The instructions of a comparison with the jump last; empty if some jump leads into them. */
  private List<Integer> testBefore(int jump) {
    int opcode = method.at(jump).getOpcode();
    boolean ofTwo = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE;
    List<Integer> found = new ArrayList<>(List.of(jump));
    for (int i = jump - 1; i > head && found.size() < (ofTwo ? 3 : 2); i--) {
      if (method.at(i).getOpcode() >= 0) {
        found.add(0, i);
      }
    }
    int first = found.get(0);
    boolean entered =
        IntStream.rangeClosed(head, last)
            .anyMatch(i -> targetOf(method, i) > first && targetOf(method, i) <= jump);
    return entered || found.size() < (ofTwo ? 3 : 2) ? List.of() : found;
  }

  private boolean comparesACounter(List<Integer> test) {
    List<AbstractInsnNode> operands =
        test.subList(0, test.size() - 1).stream().map(method::at).toList();
    boolean plain = operands.stream().allMatch(each -> isInt(each) || LoopCode.isConstant(each));
    return plain
        && operands.stream().filter(each -> isInt(each) && isCounter(each)).count() == 1
        && operands.stream()
            .allMatch(each -> !isInt(each) || isCounter(each) || !code.isChanged(variable(each)));
  }

  private static boolean isInt(AbstractInsnNode instruction) {
    return instruction.getOpcode() == Opcodes.ILOAD;
  }

  private static int variable(AbstractInsnNode load) {
    return ((VarInsnNode) load).var;
  }

  /** Whether each round adds or subtracts one, and does nothing else to the variable. */
  private boolean isCounter(AbstractInsnNode load) {
    List<Integer> changes =
        IntStream.rangeClosed(head, last)
            .filter(i -> LoopCode.changes(method.at(i), variable(load)))
            .boxed()
            .toList();
    return changes.size() == 1
        && method.at(changes.get(0)) instanceof IincInsnNode step
        && Math.abs(step.incr) == 1
        && isInEachRound(changes.get(0));
  }

  private int firstChange(int variable) {
    return IntStream.rangeClosed(head, last)
        .filter(i -> LoopCode.changes(method.at(i), variable))
        .findFirst()
        .orElse(last);
  }

  private boolean isInEachRound(int index) {
    return IntStream.range(head, index)
        .noneMatch(i -> targetOf(method, i) > index && targetOf(method, i) <= last);
  }
}
