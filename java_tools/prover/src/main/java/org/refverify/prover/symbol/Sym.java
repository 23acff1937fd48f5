package org.refverify.prover.symbol;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.tree.analysis.Value;

/**
 * A value that both sides can refer to. Two symbols are the same object if and only if they are the
 * same term, and a term has one value during the whole run. Only {@link Symbols} creates them.
 */
public final class Sym implements Value {
  private final int id;
  private final Op op;
  private final Object label;
  private final int size;
  private final List<Sym> args;
  private final String name;
  private Set<Sym> leaves;

  Sym(int id, Op op, Object label, int size, List<Sym> args) {
    this(id, op, label, size, args, "");
  }

  /**
   * @param name its name in the source, for people; empty without one
   */
  Sym(int id, Op op, Object label, int size, List<Sym> args, String name) {
    this.id = id;
    this.op = op;
    this.label = label;
    this.size = size;
    this.args = args;
    this.name = name;
  }

  /** The number of the symbol in order of creation. */
  public int id() {
    return id;
  }

  public Op op() {
    return op;
  }

  /** A constant's value, an operator's code or a static type's descriptor; may be null. */
  public Object label() {
    return label;
  }

  public List<Sym> args() {
    return args;
  }

  public Sym arg(int index) {
    return args.get(index);
  }

  /** The symbols in this term that have no parts and are not constants. */
  public Set<Sym> leaves() {
    if (leaves == null) {
      Set<Sym> found = new HashSet<>();
      if (args.isEmpty() && !isConstant() && op != Op.TOP && op != Op.PURE && op != Op.CHECK) {
        found.add(this);
      }
      args.forEach(arg -> found.addAll(arg.leaves()));
      leaves = found;
    }
    return leaves;
  }

  public void addLeavesTo(Set<Sym> set) {
    set.addAll(leaves());
  }

  @Override
  public int getSize() {
    return size;
  }

  public boolean is(Op wanted) {
    return op == wanted;
  }

  public boolean isConstant() {
    return op.isConstant();
  }

  /** Whether this is the given int constant. */
  public boolean isInt(int value) {
    return op == Op.INT && label.equals(value);
  }

  /** Whether the kind of symbol guarantees that it is not null. */
  public boolean isNeverNull() {
    return switch (op) {
      case OBJECT, RAW, UNSEEN, BOX, STRING, CLASS, ENUM, CONCAT -> true;
      default -> false;
    };
  }

  /** Whether it represents an object that only one side has created so far. */
  public boolean isPrivate() {
    return op == Op.RAW || op == Op.UNSEEN || op == Op.BOX;
  }

  @Override
  public String toString() {
    return show(3);
  }

  private String show(int depth) {
    switch (op) {
      case INT, NUMBER, CLASS, ENUM:
        return String.valueOf(label);
      case STRING:
        return '"' + String.valueOf(label) + '"';
      case NULL:
        return "null";
      case HEAP:
        return "h" + id;
      case UNKNOWN, OBJECT, RAW, UNSEEN:
        return name.isEmpty() ? (label == null ? "value" : label) + "#" + id : name;
      default:
        String inner =
            args.stream()
                .filter(arg -> arg.op != Op.HEAP)
                .map(arg -> depth == 0 ? ".." : arg.show(depth - 1))
                .collect(Collectors.joining(", "));
        return OperatorNames.of(op, label) + "(" + inner + ")";
    }
  }

  static List<Sym> list(Sym... args) {
    return args.length == 0 ? List.of() : Arrays.asList(args);
  }
}
