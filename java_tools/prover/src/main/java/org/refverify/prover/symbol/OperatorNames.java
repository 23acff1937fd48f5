package org.refverify.prover.symbol;

import java.util.Locale;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/** Words for operators, used in messages. */
final class OperatorNames {
  private static final Map<Integer, String> SIGNS =
      Map.ofEntries(
          Map.entry(Opcodes.IADD, "+"),
          Map.entry(Opcodes.LADD, "+"),
          Map.entry(Opcodes.FADD, "+"),
          Map.entry(Opcodes.DADD, "+"),
          Map.entry(Opcodes.ISUB, "-"),
          Map.entry(Opcodes.LSUB, "-"),
          Map.entry(Opcodes.FSUB, "-"),
          Map.entry(Opcodes.DSUB, "-"),
          Map.entry(Opcodes.INEG, "-"),
          Map.entry(Opcodes.LNEG, "-"),
          Map.entry(Opcodes.IMUL, "*"),
          Map.entry(Opcodes.LMUL, "*"),
          Map.entry(Opcodes.FMUL, "*"),
          Map.entry(Opcodes.DMUL, "*"),
          Map.entry(Opcodes.IDIV, "/"),
          Map.entry(Opcodes.LDIV, "/"),
          Map.entry(Opcodes.FDIV, "/"),
          Map.entry(Opcodes.DDIV, "/"),
          Map.entry(Opcodes.IREM, "%"),
          Map.entry(Opcodes.LREM, "%"),
          Map.entry(Opcodes.LCMP, "compare"),
          Map.entry(Opcodes.FCMPL, "compare"),
          Map.entry(Opcodes.FCMPG, "compare"),
          Map.entry(Opcodes.DCMPL, "compare"),
          Map.entry(Opcodes.DCMPG, "compare"),
          Map.entry(Opcodes.IAND, "&"),
          Map.entry(Opcodes.LAND, "&"),
          Map.entry(Opcodes.IOR, "|"),
          Map.entry(Opcodes.LOR, "|"),
          Map.entry(Opcodes.IXOR, "^"),
          Map.entry(Opcodes.LXOR, "^"));

  private OperatorNames() {}

  static String of(Op op, Object label) {
    if (op == Op.UNARY || op == Op.BINARY) {
      return SIGNS.getOrDefault((Integer) label, "operator " + label);
    }
    String word = op.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return label == null ? word : word + " " + label;
  }
}
