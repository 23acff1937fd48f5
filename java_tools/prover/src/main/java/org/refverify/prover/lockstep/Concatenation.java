package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.verdict.Reason;

/**
 * Concatenation of strings and primitives. It is a value, because no foreign code runs. Nested
 * concatenations are flattened and adjacent constants are joined, so constant folding by the
 * compiler does not matter. A null string is the text {@code null}.
 */
final class Concatenation {
  private static final char ARGUMENT = '\u0001';
  private static final char CONSTANT = '\u0002';
  private static final String STRING = "java/lang/String";

  /**
   * The greatest number of parts, and of characters in constants. The limit is needed because a
   * text that is joined with itself doubles each time.
   */
  private static final int LONGEST = 10_000;

  private final Symbols symbols;
  private final List<Sym> parts = new ArrayList<>();
  private final StringBuilder constant = new StringBuilder();

  private Concatenation(Symbols symbols) {
    this.symbols = symbols;
  }

  /**
   * Whether the instruction joins only strings and primitives, by a recipe without further
   * constants.
   */
  static boolean isPlain(InvokeDynamicInsnNode join) {
    boolean known =
        join.bsm.getOwner().equals("java/lang/invoke/StringConcatFactory")
            && join.bsm.getName().equals("makeConcatWithConstants")
            && join.bsmArgs.length == 1
            && ((String) join.bsmArgs[0]).indexOf(CONSTANT) < 0;
    for (Type type : Type.getArgumentTypes(join.desc)) {
      boolean primitive = type.getSort() < Type.ARRAY;
      known &= primitive || type.getInternalName().equals(STRING);
    }
    return known;
  }

  static Sym join(InvokeDynamicInsnNode join, Sym[] values, Symbols symbols) {
    Concatenation texts = new Concatenation(symbols);
    Type[] types = Type.getArgumentTypes(join.desc);
    int next = 0;
    for (char c : ((String) join.bsmArgs[0]).toCharArray()) {
      if (c == ARGUMENT) {
        texts.add(types[next], values[next]);
        next++;
      } else {
        texts.constant.append(c);
      }
    }
    texts.close();
    return symbols.term(Op.CONCAT, null, 1, texts.parts.toArray(Sym[]::new));
  }

  private void add(Type type, Sym value) {
    boolean text = type.getSort() == Type.OBJECT;
    if (text && value.is(Op.STRING)) {
      append((String) value.label());
    } else if (value.is(Op.CONCAT)) {
      value.args().forEach(this::addPart);
    } else {
      addPart(symbols.term(Op.TEXT, type.getDescriptor(), 1, value));
    }
  }

  private void addPart(Sym part) {
    if (part.is(Op.STRING)) {
      append((String) part.label());
    } else {
      close();
      parts.add(part);
      demandShort(parts.size());
    }
  }

  private void append(String text) {
    constant.append(text);
    demandShort(constant.length() - text.length());
  }

  /**
   * Refuses a text that is too long. A single constant of the compiler may have any length, a
   * joined one may not.
   */
  private static void demandShort(int length) {
    if (length > LONGEST) {
      throw new Refusal(Reason.BUDGET, "too long a text");
    }
  }

  private void close() {
    if (constant.length() > 0) {
      parts.add(symbols.string(constant.toString()));
      constant.setLength(0);
    }
  }
}
