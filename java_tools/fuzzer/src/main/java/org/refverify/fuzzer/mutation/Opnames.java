package org.refverify.fuzzer.mutation;

import org.objectweb.asm.Opcodes;

/** Operators as Java writes them. */
final class Opnames {
  private static final String[] ARITHMETIC = {"+", "-", "*", "/", "%"};
  private static final String[] BITS = {"<<", ">>", ">>>", "&", "|", "^"};

  private Opnames() {}

  static String of(int opcode) {
    if (opcode >= Opcodes.IADD && opcode <= Opcodes.DREM) {
      return ARITHMETIC[(opcode - Opcodes.IADD) / 4];
    }
    if (opcode >= Opcodes.ISHL && opcode <= Opcodes.LXOR) {
      return BITS[(opcode - Opcodes.ISHL) / 2];
    }
    return "operation " + opcode;
  }
}
