package org.refverify.prover.lockstep;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.JumpInsnNode;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.verdict.Reason;

/** The condition of a conditional jump, in a form that is the same on both sides. */
record Decisions(Sym condition, boolean jumpsIf) {

  static Decisions of(JumpInsnNode jump, CallFrame frame, Symbols symbols) {
    Sym y = frame.operand(0);
    Sym zero = symbols.integer(0);
    return switch (jump.getOpcode()) {
      case Opcodes.IFEQ -> new Decisions(symbols.equal(y, zero), true);
      case Opcodes.IFNE -> new Decisions(symbols.equal(y, zero), false);
      case Opcodes.IFLT -> new Decisions(symbols.less(y, zero), true);
      case Opcodes.IFGE -> new Decisions(symbols.less(y, zero), false);
      case Opcodes.IFGT -> new Decisions(symbols.less(zero, y), true);
      case Opcodes.IFLE -> new Decisions(symbols.less(zero, y), false);
      case Opcodes.IFNULL -> new Decisions(symbols.isNull(y), true);
      case Opcodes.IFNONNULL -> new Decisions(symbols.isNull(y), false);
      case Opcodes.IF_ICMPEQ -> new Decisions(symbols.equal(frame.operand(1), y), true);
      case Opcodes.IF_ICMPNE -> new Decisions(symbols.equal(frame.operand(1), y), false);
      case Opcodes.IF_ICMPLT -> new Decisions(symbols.less(frame.operand(1), y), true);
      case Opcodes.IF_ICMPGE -> new Decisions(symbols.less(frame.operand(1), y), false);
      case Opcodes.IF_ICMPGT -> new Decisions(symbols.less(y, frame.operand(1)), true);
      case Opcodes.IF_ICMPLE -> new Decisions(symbols.less(y, frame.operand(1)), false);
      case Opcodes.IF_ACMPEQ -> new Decisions(identity(frame.operand(1), y, symbols), true);
      case Opcodes.IF_ACMPNE -> new Decisions(identity(frame.operand(1), y, symbols), false);
      default -> throw new Refusal(Reason.UNSUPPORTED, "jump " + jump.getOpcode());
    };
  }

  /**
   * Compares two references. Joined texts and boxes are values here although each may be a separate
   * object, so their identity is refused.
   */
  static Sym identity(Sym x, Sym y, Symbols symbols) {
    boolean text = symbols.isJoinedText(x) || symbols.isJoinedText(y);
    if (text && !x.is(Op.NULL) && !y.is(Op.NULL)) {
      throw new Refusal(Reason.UNSUPPORTED, "identity of a joined text");
    }
    boolean box = x.is(Op.BOX) || y.is(Op.BOX);
    if (box && !x.is(Op.NULL) && !y.is(Op.NULL)) {
      throw new Refusal(Reason.UNSUPPORTED, "identity of a box");
    }
    return symbols.equal(x, y);
  }
}
