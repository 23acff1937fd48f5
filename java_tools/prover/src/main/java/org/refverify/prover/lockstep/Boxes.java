package org.refverify.prover.lockstep;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Range;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;

/**
 * Boxes that one side makes alone. If both sides make a box at the same time, that is a call like
 * any other. A box of one side is a term: it can be opened, is not null, and has one class. The
 * term says nothing of identity, for a box of a small number is kept by the platform and any other
 * one is a new object: a comparison by identity is refused, and so is an event with such a box.
 *
 * <p>Only the end of a method may have one, on both sides and with the same value. No other code
 * has seen the box then. So each caller gets a box of that value which the platform keeps or a new
 * one, and the value alone decides which of the two.
 */
final class Boxes {
  private Boxes() {}

  /** Whether a call does nothing but make a box; a value that its type does not have may throw. */
  static boolean isMade(MethodInsnNode call, Sym... args) {
    return call.getOpcode() == Opcodes.INVOKESTATIC
        && QuietLibrary.isBoxing(call)
        && Range.fits(args[0], Type.getArgumentTypes(call.desc)[0]);
  }

  static Sym of(MethodInsnNode call, Sym value, Symbols symbols) {
    return symbols.term(Op.BOX, Type.getReturnType(call.desc).getDescriptor(), 1, value);
  }

  /** Whether a method without effects gives what is in the box that it is called on. */
  static boolean isOpening(MethodInsnNode call, Sym... args) {
    return args[0].is(Op.BOX) && call.name.endsWith("Value");
  }

  /** Whether two boxes are of one class and, as the path says, of one value. */
  static boolean areAlike(State state, Sym x, Sym y) {
    return y.is(Op.BOX) && x.label().equals(y.label()) && state.facts().isSame(x.arg(0), y.arg(0));
  }
}
