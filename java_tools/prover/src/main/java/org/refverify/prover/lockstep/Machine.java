package org.refverify.prover.lockstep;

import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.verdict.Reason;
import org.refverify.prover.world.Method;

/**
 * Runs one side to its next event. It is exact for everything that is not an event: it follows a
 * branch only if the facts decide it, and otherwise asks for a decision.
 */
final class Machine {
  /**
   * The greatest number of instructions between two events; more are refused, for instance a loop
   * without events.
   */
  private static final int PURE_LIMIT = 20_000;

  private final Symbols symbols;
  private final Half before;
  private final Half after;
  private final ProofBudget budget;
  private final Values values;
  private final EventKinds events;
  private final EnumConstants enums;
  private final PatternSwitches patterns;

  Machine(Symbols symbols, Half before, Half after, ProofBudget budget) {
    this.symbols = symbols;
    this.before = before;
    this.after = after;
    this.budget = budget;
    this.values = new Values(symbols);
    this.enums = new EnumConstants(symbols);
    this.events = new EventKinds(symbols, enums);
    this.patterns = new PatternSwitches(symbols, enums);
  }

  private Half half(boolean old) {
    return old ? before : after;
  }

  Step advance(State state, boolean old) {
    Side side = state.side(old);
    for (int i = 0; i < PURE_LIMIT; i++) {
      Step step = side.thrown() == null ? instruction(state, old) : unwind(state, side);
      if (step != null) {
        return step;
      }
    }
    throw new Refusal(Reason.BUDGET, "too much code without an event");
  }

  /** One step in the propagation of an exception: into a handler, or out of an activation. */
  private Step unwind(State state, Side side) {
    Sym exception = side.thrown();
    if (side.hasEnded()) {
      return Event.of(EventKind.THROW, null, 0, exception);
    }
    CallFrame frame = side.top();
    for (Method.Handler handler : frame.method().handlers()) {
      if (!handler.covers(frame.pc())) {
        continue;
      }
      Boolean caught = isCaught(state, handler, exception);
      if (caught == null) {
        return new Step.Decision(notCaught(handler, exception));
      }
      if (caught) {
        frame.jump(handler.target());
        frame.slots().clearStack();
        frame.push(exception);
        side.setThrown(null);
        return null;
      }
    }
    side.pop();
    return null;
  }

  private Boolean isCaught(State state, Method.Handler handler, Sym exception) {
    if (handler.type() == null || handler.type().equals("java/lang/Throwable")) {
      return true;
    }
    Boolean not = state.facts().known(notCaught(handler, exception));
    return not == null ? null : !not;
  }

  private Sym notCaught(Method.Handler handler, Sym exception) {
    Sym test = symbols.term(Op.INSTANCE_OF, handler.type(), 1, exception);
    return symbols.equal(test, symbols.integer(0));
  }

  /** Executes one instruction; null if it was not an event. */
  private Step instruction(State state, boolean old) {
    Side side = state.side(old);
    CallFrame frame = side.top();
    AbstractInsnNode instruction = frame.instruction();
    int opcode = instruction.getOpcode();
    if (opcode < 0) {
      return mark(side, frame);
    }
    if (instruction instanceof JumpInsnNode jump) {
      return jump(state, old, jump);
    }
    if (opcode == Opcodes.TABLESWITCH || opcode == Opcodes.LOOKUPSWITCH) {
      return choose(state, old, instruction);
    }
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      return leave(side, opcode);
    }
    if (opcode == Opcodes.ATHROW) {
      return raise(state, side);
    }
    if (instruction instanceof MethodInsnNode call) {
      return call(state, old, call);
    }
    if (instruction instanceof InvokeDynamicInsnNode join && Concatenation.isPlain(join)) {
      int arity = Type.getArgumentTypes(join.desc).length;
      Sym text = Concatenation.join(join, frame.operands(arity), symbols);
      frame.drop(arity);
      frame.push(text);
      frame.next();
      return null;
    }
    if (instruction instanceof InvokeDynamicInsnNode choice && SwitchedEnums.isSwitch(choice)) {
      SwitchedEnums.demandUnseen(half(old).world(), frame.method().owner());
      return patterns.answer(state, half(old), frame);
    }
    Event event = events.of(state, half(old), side);
    if (event == null) {
      complete(state, old, null);
    }
    return event;
  }

  private Step mark(Side side, CallFrame frame) {
    if (frame.method().isLoopHead(frame.pc())) {
      if (!side.isSteppingIn()) {
        return Event.of(EventKind.LOOP, null, 0);
      }
      CountedLoop.at(frame).pass(frame, symbols);
      side.stepOver();
      return null;
    }
    frame.next();
    return null;
  }

  private Step jump(State state, boolean old, JumpInsnNode jump) {
    CallFrame frame = state.side(old).top();
    int target = frame.method().index(jump.label);
    if (jump.getOpcode() == Opcodes.GOTO) {
      frame.jump(target);
      return null;
    }
    Decisions asked = Decisions.of(jump, frame, symbols);
    Boolean holds = state.facts().known(asked.condition());
    if (holds == null) {
      return new Step.Decision(asked.condition());
    }
    execute(state, old, null);
    frame.jump(holds == asked.jumpsIf() ? target : frame.pc() + 1);
    return null;
  }

  private Step choose(State state, boolean old, AbstractInsnNode instruction) {
    CallFrame frame = state.side(old).top();
    Sym key = frame.operand(0);
    LabelNode other = defaultOf(instruction);
    List<LabelNode> labels = labelsOf(instruction);
    LabelNode target = other;
    for (int i = 0; i < labels.size() && target == other; i++) {
      // A key with the same target as the default need not be compared.
      if (labels.get(i) != other) {
        Sym condition = enums.isCase(key, keyOf(instruction, i));
        Boolean holds = state.facts().known(condition);
        if (holds == null) {
          return new Step.Decision(condition);
        }
        target = holds ? labels.get(i) : other;
      }
    }
    execute(state, old, null);
    frame.jump(frame.method().index(target));
    return null;
  }

  private static List<LabelNode> labelsOf(AbstractInsnNode instruction) {
    return instruction instanceof TableSwitchInsnNode table
        ? table.labels
        : ((LookupSwitchInsnNode) instruction).labels;
  }

  private static LabelNode defaultOf(AbstractInsnNode instruction) {
    return instruction instanceof TableSwitchInsnNode table
        ? table.dflt
        : ((LookupSwitchInsnNode) instruction).dflt;
  }

  private static int keyOf(AbstractInsnNode instruction, int index) {
    return instruction instanceof TableSwitchInsnNode table
        ? table.min + index
        : ((LookupSwitchInsnNode) instruction).keys.get(index);
  }

  private Step leave(Side side, int opcode) {
    CallFrame frame = side.top();
    Sym value = opcode == Opcodes.RETURN ? null : frame.operand(0);
    if (side.frames().size() == 1) {
      return value == null
          ? Event.of(EventKind.RETURN, null, 0)
          : Event.of(EventKind.RETURN, null, 0, value);
    }
    side.pop();
    if (value != null) {
      Type type = Type.getReturnType(frame.method().node().desc);
      side.top().push(value.is(Op.INT) ? symbols.narrowed(value, type) : value);
    }
    side.top().next();
    return null;
  }

  private Step raise(State state, Side side) {
    Sym exception = side.top().operand(0);
    if (!state.facts().isNotNull(exception)) {
      return Check.notNull(exception).event();
    }
    side.setThrown(exception);
    return null;
  }

  private Step call(State state, boolean old, MethodInsnNode call) {
    Side side = state.side(old);
    CallFrame frame = side.top();
    int arity = Calls.arity(call);
    Sym[] args = frame.operands(arity);
    if (isHarmless(call, args)) {
      frame.drop(arity);
      side.replace(args[0], symbols.fresh(Op.UNSEEN, unseen(call, args), 1));
      frame.next();
      return null;
    }
    if (side.isSteppingIn() && Boxes.isMade(call, args)) {
      frame.drop(arity);
      frame.push(Boxes.of(call, args[0], symbols));
      frame.next();
      side.stepOver();
      return null;
    }
    if (side.isSteppingIn() && Texts.isMade(half(old).world(), state.facts(), call, args)) {
      Step open = Texts.make(state, half(old).world(), symbols, frame, args);
      if (open == null) {
        side.stepOver();
      }
      return open;
    }
    boolean dispatched = call.getOpcode() != Opcodes.INVOKESTATIC && !call.name.equals("<init>");
    boolean checked = !dispatched || state.facts().isNotNull(args[0]);
    String exact = dispatched ? Casts.exactClass(half(old).world(), args[0]) : null;
    String owner = exact == null ? call.owner : exact;
    if (Library.isPure(owner, call)) {
      return checked ? pure(frame, owner, call, args) : Check.notNull(args[0]).event();
    }
    if (Library.demandsNotNull(call.owner, call.name, call.desc)
        && state.facts().isNotNull(args[0])) {
      return push(frame, 1, args[0]);
    }
    if (dispatched && EnumConstants.isCall(half(old).world(), frame.method().owner(), call)) {
      return checked ? ofEnum(state, frame, args) : Check.notNull(args[0]).event();
    }
    Method target = Calls.target(half(old), frame.method().owner(), call);
    if (target != null && SwitchedEnums.isTable(call.name, target.node().access)) {
      SwitchedEnums.demandUnseen(half(old).world(), frame.method().owner());
      Sym table = enums.table(half(old), target);
      if (table != null) {
        return push(frame, 0, table);
      }
    }
    if (target != null && target.isLambdaBody()) {
      throw new Refusal(Reason.UNSUPPORTED, "a direct call of the body of a lambda");
    }
    boolean into = side.isSteppingIn() || Calls.isHelper(half(old), target);
    Pair pair = Calls.pair(half(old), target);
    if ((into || pair != null) && !checked) {
      return Check.notNull(args[0]).event();
    }
    boolean elsewhere =
        pair != null && (!pair.isOfOneClass() || half(old).awaitedBy(target) != null);
    if ((into || elsewhere) && call.getOpcode() == Opcodes.INVOKESTATIC) {
      Event first = events.initialisation(state, half(old), side, target.owner());
      if (first != null) {
        return first;
      }
    }
    if (into) {
      stepIn(old, side, target, call, args);
      return null;
    }
    return pair != null
        ? Calls.pairEvent(pair, old, args)
        : Calls.event(half(old), frame.method().owner(), call, args);
  }

  private void stepIn(boolean old, Side side, Method target, MethodInsnNode call, Sym... args) {
    Stepping.demand(half(old), side, target, call.getOpcode(), budget.depth());
    half(old).stepped().add(target.id());
    side.top().drop(args.length);
    side.push(new CallFrame(target, Arrays.asList(args), symbols));
  }

  private static boolean isHarmless(MethodInsnNode call, Sym... args) {
    if (!call.name.equals("<init>") || !args[0].is(Op.RAW)) {
      return false;
    }
    boolean constantText =
        call.owner.equals("java/lang/StringBuilder")
            && call.desc.equals("(Ljava/lang/String;)V")
            && args[1].is(Op.STRING);
    return constantText || Library.isHarmless(call);
  }

  /** The class of an object that no other code has seen, and what it was created from. */
  private static String unseen(MethodInsnNode call, Sym... args) {
    return args.length == 1 ? call.owner : call.owner + " of " + args[1];
  }

  private Step pure(CallFrame frame, String owner, MethodInsnNode call, Sym... args) {
    int size = Type.getReturnType(call.desc).getSize();
    Sym value =
        Boxes.isOpening(call, args)
            ? args[0].arg(0)
            : symbols.term(Op.PURE, owner + "." + call.name + call.desc, size, args);
    return push(frame, args.length, value);
  }

  /** The ordinal of an enum's constant, or whether it is the same object as another one. */
  private Step ofEnum(State state, CallFrame frame, Sym... args) {
    if (args.length == 1) {
      return push(frame, 1, enums.ordinal(args[0]));
    }
    Sym same = Decisions.identity(args[0], args[1], symbols);
    Boolean holds = state.facts().known(same);
    return holds == null ? new Step.Decision(same) : push(frame, 2, symbols.integer(holds ? 1 : 0));
  }

  /** Replaces the arguments of a call that is not an event with its result. */
  private static Step push(CallFrame frame, int arity, Sym result) {
    frame.drop(arity);
    frame.push(result);
    frame.next();
    return null;
  }

  /** Executes the current instruction of a side and continues with the next one. */
  void complete(State state, boolean old, Sym result) {
    execute(state, old, result);
    state.side(old).top().next();
  }

  private void execute(State state, boolean old, Sym result) {
    CallFrame frame = state.side(old).top();
    values.prepare(half(old), state.heap(), result);
    try {
      frame.slots().execute(frame.instruction(), values);
    } catch (AnalyzerException | IndexOutOfBoundsException unreadable) {
      throw new Refusal(Reason.UNSUPPORTED, "code that does not verify: " + unreadable);
    }
  }
}
