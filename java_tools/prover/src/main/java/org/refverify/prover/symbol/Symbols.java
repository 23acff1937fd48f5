package org.refverify.prover.symbol;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/** Makes symbols; equal terms are one object. */
public final class Symbols {
  private final Map<Key, Sym> terms = new HashMap<>();
  private int next = 1;

  /** Never a value: reading it is refused. */
  public final Sym top = new Sym(0, Op.TOP, null, 1, List.of());

  public final Sym nil = term(Op.NULL, null, 1);

  private record Key(Op op, Object label, int size, List<Sym> args) {}

  /** The one symbol for this term. */
  public Sym term(Op op, Object label, int size, Sym... args) {
    Key key = new Key(op, label, size, Sym.list(args));
    return terms.computeIfAbsent(key, k -> new Sym(next++, op, label, size, k.args()));
  }

  /** A symbol like no other. */
  public Sym fresh(Op op, Object label, int size) {
    return new Sym(next++, op, label, size, List.of());
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

  /** A condition: two ints, or two references, are the same. */
  public Sym equal(Sym x, Sym y) {
    return x.id() <= y.id() ? term(Op.EQUAL, null, 1, x, y) : term(Op.EQUAL, null, 1, y, x);
  }

  public Sym isNull(Sym x) {
    return equal(x, nil);
  }

  /** A condition on two ints. */
  public Sym less(Sym x, Sym y) {
    return term(Op.LESS, null, 1, x, y);
  }

  public Sym unary(int opcode, int size, Sym x) {
    if (x.is(Op.INT)) {
      int value = (Integer) x.label();
      switch (opcode) {
        case Opcodes.INEG:
          return integer(-value);
        case Opcodes.I2B:
          return integer((byte) value);
        case Opcodes.I2C:
          return integer((char) value);
        case Opcodes.I2S:
          return integer((short) value);
        case Opcodes.I2L:
          return number((long) value);
        default:
          break;
      }
    }
    return term(Op.UNARY, opcode, size, x);
  }

  public Sym binary(int opcode, int size, Sym x, Sym y) {
    if (x.is(Op.INT) && y.is(Op.INT)) {
      int a = (Integer) x.label();
      int b = (Integer) y.label();
      switch (opcode) {
        case Opcodes.IADD:
          return integer(a + b);
        case Opcodes.ISUB:
          return integer(a - b);
        case Opcodes.IMUL:
          return integer(a * b);
        default:
          break;
      }
    }
    if (opcode == Opcodes.ISUB && y.is(Op.INT)) {
      return term(Op.BINARY, Opcodes.IADD, 1, x, integer(-(Integer) y.label()));
    }
    return term(Op.BINARY, opcode, size, x, y);
  }

  /** The same term with other symbols in it. */
  public Sym replace(Sym in, Map<Sym, Sym> by) {
    return by.isEmpty() ? in : replace(in, by, new HashMap<>());
  }

  /** Shared parts are done once: a term may be a graph with many more paths than nodes. */
  private Sym replace(Sym in, Map<Sym, Sym> by, Map<Sym, Sym> done) {
    Sym known = by.containsKey(in) ? by.get(in) : done.get(in);
    if (known != null || in.args().isEmpty()) {
      return known != null ? known : in;
    }
    Sym[] args = in.args().stream().map(arg -> replace(arg, by, done)).toArray(Sym[]::new);
    Sym changed = in;
    if (!Arrays.asList(args).equals(in.args())) {
      changed =
          in.is(Op.EQUAL) ? equal(args[0], args[1]) : term(in.op(), in.label(), in.getSize(), args);
    }
    done.put(in, changed);
    return changed;
  }
}
