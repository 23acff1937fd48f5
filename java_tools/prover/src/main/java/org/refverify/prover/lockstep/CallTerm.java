package org.refverify.prover.lockstep;

import java.util.List;
import org.refverify.prover.symbol.Sym;

/**
 * A call whose result is a value.
 *
 * @param owner internal name of the class
 * @param name of the method
 * @param descriptor parameters and result
 * @param args the values that are passed, the receiver first
 */
record CallTerm(String owner, String name, String descriptor, List<Sym> args) {

  /**
   * The call that a term of a method without effects represents; null if its label is not a method.
   */
  static CallTerm of(Sym pure) {
    if (!(pure.label() instanceof String label) || label.indexOf('(') < 0) {
      return null;
    }
    int descriptor = label.indexOf('(');
    int dot = label.lastIndexOf('.', descriptor);
    return new CallTerm(
        label.substring(0, Math.max(dot, 0)),
        label.substring(dot + 1, descriptor),
        label.substring(descriptor),
        pure.args());
  }

  /** Whether it has this name and these parameters, such as {@code get(I)}. */
  boolean is(String signature) {
    return (name + descriptor).startsWith(signature);
  }

  /** Whether the receiver is a text. */
  boolean isOfText() {
    return owner.equals("java/lang/String") || owner.equals("java/lang/CharSequence");
  }

  String text() {
    return owner + "." + name + descriptor;
  }
}
