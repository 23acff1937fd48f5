package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;

/**
 * The result of {@code SwitchBootstraps} for a switch over patterns: -1 for null, otherwise the
 * number of the first label that matches, counted from a given one on, or the number of labels.
 *
 * <p>A class matches as {@code instanceof} does. A name among the labels of an enum matches that
 * constant. A text or number matches by its value. The result depends only on the object and the
 * labels: matching calls no code of the program, writes nothing and never throws, since compilers
 * pass no start label beyond the last one. So it is a value and not an event.
 */
final class PatternSwitches {
  private final Symbols symbols;
  private final EnumConstants enums;

  PatternSwitches(Symbols symbols, EnumConstants enums) {
    this.symbols = symbols;
    this.enums = enums;
  }

  /** Pushes the result, or returns a decision if the facts leave it open. */
  Step answer(State state, Half half, CallFrame frame) {
    InvokeDynamicInsnNode dynamic = (InvokeDynamicInsnNode) frame.instruction();
    EventKinds.demandPlain(Arrays.asList(dynamic.bsmArgs));
    List<Decisions> labels = labels(half, dynamic, frame.operand(1));
    boolean known = frame.operand(0).is(Op.INT) && labels != null;
    if (!known) {
      return push(frame, asValue(dynamic, frame.operands(2)));
    }
    Sym isNull = symbols.isNull(frame.operand(1));
    Boolean nothing = state.facts().known(isNull);
    if (nothing == null) {
      return new Step.Decision(isNull);
    }
    int at = nothing ? labels.size() : (Integer) frame.operand(0).label();
    for (; at < labels.size(); at++) {
      Boolean holds = state.facts().known(labels.get(at).condition());
      if (holds == null) {
        return new Step.Decision(labels.get(at).condition());
      }
      if (holds == labels.get(at).jumpsIf()) {
        break;
      }
    }
    return push(frame, symbols.integer(nothing ? -1 : at));
  }

  private static Step push(CallFrame frame, Sym answer) {
    frame.drop(2);
    frame.push(answer);
    frame.next();
    return null;
  }

  private Sym asValue(InvokeDynamicInsnNode dynamic, Sym... args) {
    List<Object> label = new ArrayList<>(List.of(dynamic.bsm.getName(), selector(dynamic)));
    label.addAll(Arrays.asList(dynamic.bsmArgs));
    return symbols.term(Op.PURE, label, 1, args);
  }

  private static Type selector(InvokeDynamicInsnNode dynamic) {
    return Type.getArgumentTypes(dynamic.desc)[0];
  }

  /** The condition under which each label matches; null if one is unknown. */
  private List<Decisions> labels(Half half, InvokeDynamicInsnNode dynamic, Sym object) {
    boolean ofEnum = dynamic.bsm.getName().equals("enumSwitch");
    List<Decisions> all = new ArrayList<>();
    for (Object label : dynamic.bsmArgs) {
      Sym zero = symbols.integer(0);
      if (label instanceof Type type) {
        Sym test = symbols.term(Op.INSTANCE_OF, type.getInternalName(), 1, object);
        all.add(new Decisions(symbols.equal(test, zero), false));
      } else if (ofEnum) {
        String name = selector(dynamic).getInternalName();
        Sym constant = enums.constant(half, name, (String) label);
        if (constant == null) {
          return null;
        }
        all.add(new Decisions(symbols.equal(object, constant), true));
      } else {
        Sym test = symbols.term(Op.PURE, List.of("matches", label), 1, object);
        all.add(new Decisions(symbols.equal(test, zero), false));
      }
    }
    return all;
  }
}
