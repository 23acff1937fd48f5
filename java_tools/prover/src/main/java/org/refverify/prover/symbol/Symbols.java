package org.refverify.prover.symbol;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Creates symbols; equal terms are one object. */
public final class Symbols {
  private final Map<Key, Sym> terms = new HashMap<>();
  private final Set<Sym> texts = new HashSet<>();
  private final Arithmetic arithmetic = new Arithmetic(this);
  private int next = 1;

  /** Not a value: reads of it are rejected. */
  public final Sym top = new Sym(0, Op.TOP, null, 1, List.of());

  public final Sym nil = term(Op.NULL, null, 1);

  private record Key(Op op, Object label, int size, List<Sym> args) {}

  /** The one symbol for this term. */
  public Sym term(Op op, Object label, int size, Sym... args) {
    Key key = new Key(op, label, size, Sym.list(args));
    return terms.computeIfAbsent(key, k -> new Sym(next++, op, label, size, k.args()));
  }

  /** A symbol that equals no other. */
  public Sym fresh(Op op, Object label, int size) {
    return new Sym(next++, op, label, size, List.of());
  }

  /**
   * An argument of a caller. The JVM accepts any int for a shorter type, so its verifier knows no
   * more about the parameter, and neither does the label.
   *
   * @param op whether it may be null
   * @param type its static type; null if the two versions have different ones
   * @param name its name in the source; empty if unknown
   */
  public Sym parameter(Op op, Type type, int size, String name) {
    boolean isInt = type != null && type.getSort() <= Type.INT;
    Object label = type == null ? null : isInt ? "I" : type.getDescriptor();
    return new Sym(next++, op, label, size, List.of(), name);
  }

  /** Remembers that a value may be a joined text, which is a new object each time it is created. */
  public Sym asJoinedText(Sym value) {
    texts.add(value);
    return value;
  }

  /** Whether the value is, or may be, a joined text; its identity has no meaning. */
  public boolean isJoinedText(Sym value) {
    return value.is(Op.CONCAT) || texts.contains(value);
  }

  public Sym integer(int value) {
    return term(Op.INT, value, 1);
  }

  public Sym number(Number value) {
    return term(Op.NUMBER, value, value instanceof Float ? 1 : 2);
  }

  public Sym string(String value) {
    return term(Op.STRING, value, 1);
  }

  /** The condition that two ints, or two references, are the same. */
  public Sym equal(Sym x, Sym y) {
    Sym[] shorter = arithmetic.equation(x, y);
    return shorter == null ? equation(x, y) : equation(shorter[0], shorter[1]);
  }

  private Sym equation(Sym x, Sym y) {
    return x.id() <= y.id() ? term(Op.EQUAL, null, 1, x, y) : term(Op.EQUAL, null, 1, y, x);
  }

  public Sym isNull(Sym x) {
    return equal(x, nil);
  }

  /** The condition that one int is less than another. */
  public Sym less(Sym x, Sym y) {
    if (isTurned(x) && isTurnable(y)) {
      return less(integer(-(Integer) y.label()), x.arg(0));
    }
    if (isTurned(y) && isTurnable(x)) {
      return less(y.arg(0), integer(-(Integer) x.label()));
    }
    return term(Op.LESS, null, 1, x, y);
  }

  /** Whether the value is a negation that cannot overflow. */
  private static boolean isTurned(Sym x) {
    return x.is(Op.UNARY)
        && x.label().equals(Opcodes.INEG)
        && Range.of(x.arg(0)).low() > Integer.MIN_VALUE;
  }

  private static boolean isTurnable(Sym x) {
    return x.is(Op.INT) && !x.isInt(Integer.MIN_VALUE);
  }

  public Sym length(Sym array) {
    return term(Op.ARRAY_LENGTH, null, 1, array);
  }

  public Sym unary(int opcode, int size, Sym x) {
    return switch (opcode) {
      case Opcodes.INEG, Opcodes.LNEG -> arithmetic.negated(size, x);
      case Opcodes.I2B, Opcodes.I2C, Opcodes.I2S -> arithmetic.narrowed(opcode, x);
      case Opcodes.I2L ->
          x.is(Op.INT)
              ? number(((Integer) x.label()).longValue())
              : term(Op.UNARY, opcode, size, x);
      default -> term(Op.UNARY, opcode, size, x);
    };
  }

  /** A value as the JVM stores it in a field or returns it, if the type may be shorter than int. */
  public Sym narrowed(Sym value, Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN -> binary(Opcodes.IAND, 1, value, integer(1));
      case Type.BYTE -> unary(Opcodes.I2B, 1, value);
      case Type.CHAR -> unary(Opcodes.I2C, 1, value);
      case Type.SHORT -> unary(Opcodes.I2S, 1, value);
      default -> value;
    };
  }

  public Sym binary(int opcode, int size, Sym x, Sym y) {
    Sym known = arithmetic.binary(opcode, size, x, y);
    return known == null ? term(Op.BINARY, opcode, size, x, y) : known;
  }

  /** The same term with some symbols replaced. */
  public Sym replace(Sym in, Map<Sym, Sym> by) {
    return by.isEmpty() ? in : replace(in, by, new HashMap<>());
  }

  /** Replaces shared parts only once: a term may be a graph with many more paths than nodes. */
  private Sym replace(Sym in, Map<Sym, Sym> by, Map<Sym, Sym> done) {
    Sym known = by.containsKey(in) ? by.get(in) : done.get(in);
    if (known != null || in.args().isEmpty()) {
      return known != null ? known : in;
    }
    Sym[] args = in.args().stream().map(arg -> replace(arg, by, done)).toArray(Sym[]::new);
    Sym changed = in;
    if (!Arrays.asList(args).equals(in.args())) {
      changed = again(in, args);
    }
    done.put(in, changed);
    return changed;
  }

  /** A term of the same kind, in normal form. */
  private Sym again(Sym in, Sym... args) {
    return switch (in.op()) {
      case EQUAL -> equal(args[0], args[1]);
      case LESS -> less(args[0], args[1]);
      case UNARY -> unary((Integer) in.label(), in.getSize(), args[0]);
      case BINARY -> binary((Integer) in.label(), in.getSize(), args[0], args[1]);
      default -> term(in.op(), in.label(), in.getSize(), args);
    };
  }
}
