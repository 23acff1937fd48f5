package org.refverify.prover.symbol;

import java.util.Locale;

/** Operators in words, for messages. */
final class Names {
  private Names() {}

  static String of(Op op, Object label) {
    if (op == Op.UNARY || op == Op.BINARY) {
      return "op" + label;
    }
    String word = op.name().toLowerCase(Locale.ROOT);
    return label == null ? word : word + " " + label;
  }
}
