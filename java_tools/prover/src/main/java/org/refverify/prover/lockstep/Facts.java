package org.refverify.prover.lockstep;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;

/**
 * What holds on a path. Facts are about values, not variables, so no change of the heap makes them
 * untrue.
 */
final class Facts {
  private final Symbols symbols;
  private final Map<Sym, Boolean> conditions;
  private final Map<Sym, Sym> constants;

  Facts(Symbols symbols) {
    this(symbols, new HashMap<>(), new HashMap<>());
  }

  private Facts(Symbols symbols, Map<Sym, Boolean> conditions, Map<Sym, Sym> constants) {
    this.symbols = symbols;
    this.conditions = conditions;
    this.constants = constants;
  }

  Facts copy() {
    return new Facts(symbols, new HashMap<>(conditions), new HashMap<>(constants));
  }

  Map<Sym, Boolean> conditions() {
    return conditions;
  }

  Map<Sym, Sym> constants() {
    return constants;
  }

  /** Forgets that some classes were initialised. */
  void forgetInitialised(Predicate<String> classes) {
    conditions
        .keySet()
        .removeIf(
            check -> {
              String name = Check.initialisedClass(check);
              return name != null && classes.test(name);
            });
  }

  /** Forgets every fact that mentions other symbols. */
  void retain(Set<Sym> leaves) {
    conditions.keySet().removeIf(condition -> !leaves.containsAll(condition.leaves()));
    constants.keySet().removeIf(value -> !leaves.containsAll(value.leaves()));
  }

  /** Whether a condition holds; null if the path does not decide it. */
  Boolean known(Sym condition) {
    Boolean fact = conditions.get(condition);
    if (fact != null) {
      return fact;
    }
    Boolean alone =
        switch (condition.op()) {
          case EQUAL -> equal(condition.arg(0), condition.arg(1));
          case LESS -> less(condition.arg(0), condition.arg(1));
          default -> null;
        };
    return alone == null ? Order.known(condition, conditions, constants) : alone;
  }

  private Boolean equal(Sym x, Sym y) {
    if (x == y) {
      return true;
    }
    if (x.isConstant() && y.isConstant()) {
      // Two texts: equal texts are the same symbol, but this does not decide whether two objects
      // are the same.
      return differs(x, y) ? Boolean.FALSE : null;
    }
    if (!x.isConstant() && !y.isConstant()) {
      return null;
    }
    Sym constant = x.isConstant() ? x : y;
    Sym value = x.isConstant() ? y : x;
    if (constant.is(Op.NULL) && value.isNeverNull()) {
      return false;
    }
    Sym other = constants.get(value);
    if (other != null && differs(constant, other)) {
      return false;
    }
    boolean failedTest = constant.isInt(0) && value.is(Op.INSTANCE_OF) && isNull(value.arg(0));
    return failedTest
        ? Boolean.TRUE
        : constant.isInt(0) ? Divisors.divides(value, conditions) : null;
  }

  private static boolean differs(Sym x, Sym y) {
    if (x.op() != y.op()) {
      return x.is(Op.NULL) && y.isNeverNull() || y.is(Op.NULL) && x.isNeverNull();
    }
    return !x.is(Op.STRING) && x != y;
  }

  private Boolean less(Sym x, Sym y) {
    if (x == y) {
      return false;
    }
    return x.is(Op.INT) && y.is(Op.INT) ? (Integer) x.label() < (Integer) y.label() : null;
  }

  void assume(Sym condition, boolean holds) {
    conditions.put(condition, holds);
    if (!condition.is(Op.EQUAL)) {
      return;
    }
    boolean first = condition.arg(0).isConstant();
    Sym constant = condition.arg(first ? 0 : 1);
    Sym value = condition.arg(first ? 1 : 0);
    if (holds && constant.isConstant() && !value.isConstant()) {
      constants.put(value, constant);
    }
    if (!holds && constant.isInt(0) && value.is(Op.INSTANCE_OF)) {
      assume(symbols.isNull(value.arg(0)), false);
      pass(Check.cast((String) value.label(), value.arg(0)).key(symbols));
    }
  }

  /** Remembers a check that did not throw. */
  void pass(Sym check) {
    conditions.put(check, true);
  }

  boolean isPassed(Sym check) {
    return Boolean.TRUE.equals(conditions.get(check));
  }

  boolean isNotNull(Sym value) {
    return value.isNeverNull() || Boolean.FALSE.equals(known(symbols.isNull(value)));
  }

  boolean isNull(Sym value) {
    return Boolean.TRUE.equals(known(symbols.isNull(value)));
  }

  /**
   * Whether two values are the same: the same constant, or the same int or reference on this path.
   */
  boolean isSame(Sym x, Sym y) {
    return canonical(x) == canonical(y)
        || x.getSize() == 1 && y.getSize() == 1 && Boolean.TRUE.equals(known(symbols.equal(x, y)));
  }

  /** The constant that a value is known to equal; otherwise the value itself. */
  Sym canonical(Sym value) {
    return constants.getOrDefault(value, value);
  }
}
