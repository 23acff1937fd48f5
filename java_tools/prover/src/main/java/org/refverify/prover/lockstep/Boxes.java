package org.refverify.prover.lockstep;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Range;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;

/**
 * Boxes that only one side creates. If both sides create a box at the same time, that is an
 * ordinary call. A box of one side is a term: it can be opened, is not null, and has one class. The
 * term says nothing about identity, because the platform caches the boxes of small numbers while
 * any other box is a new object. So a comparison by identity is refused, and so is an event with
 * such a box.
 *
 * <p>Only the end of a method may have such a box, on both sides and with the same value. No other
 * code has seen the box then. So each caller gets either a cached or a new box of that value, and
 * the value alone decides which of the two.
 */
final class Boxes {
  private Boxes() {}

  /** Whether a call only creates a box. A value outside the parameter's type might throw. */
  static boolean isMade(MethodInsnNode call, Sym... args) {
    return call.getOpcode() == Opcodes.INVOKESTATIC
        && QuietLibrary.isBoxing(call)
        && Range.fits(args[0], Type.getArgumentTypes(call.desc)[0]);
  }

  static Sym of(MethodInsnNode call, Sym value, Symbols symbols) {
    return symbols.term(Op.BOX, Type.getReturnType(call.desc).getDescriptor(), 1, value);
  }

  /** Whether a method without effects returns the content of the box on which it is called. */
  static boolean isOpening(MethodInsnNode call, Sym... args) {
    return args[0].is(Op.BOX) && call.name.endsWith("Value");
  }

  /** Whether two boxes have the same class and, on this path, the same value. */
  static boolean areAlike(State state, Sym x, Sym y) {
    return y.is(Op.BOX) && x.label().equals(y.label()) && state.facts().isSame(x.arg(0), y.arg(0));
  }
}
