package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Range;
import org.refverify.prover.symbol.Sym;

/**
 * What the facts of a path say about the order of two whole numbers. Each fact, and the range of
 * each kind of value, bounds a difference of two numbers; bounds add up along a chain. The numbers
 * are mathematical integers: a sum is related to its part only if it cannot overflow.
 *
 * <p>References have no order. If a path says that they are the same, the same chain holds.
 */
final class Order {
  private static final long NONE = Long.MAX_VALUE;

  /** Larger constants are ignored, so that chains of bounds fit into a long. */
  private static final long LARGEST = 1L << 40;

  private static final int ZERO = 0;

  /** The greatest number of rounds in which new bounds are derived. */
  private static final int ROUNDS = 40;

  private final Map<Sym, Integer> numbers = new HashMap<>();
  private final List<Bound> bounds = new ArrayList<>();
  private final List<Sym[]> different = new ArrayList<>();

  /** The value of `to` is at most the value of `from` plus `most`. */
  private record Bound(int from, int to, long most) {}

  /** A value as the sum of another one, or zero, and a constant. */
  private record Place(int node, long constant) {}

  private Order(Map<Sym, Boolean> conditions, Map<Sym, Sym> constants) {
    conditions.forEach(this::add);
    constants.forEach(
        (value, constant) -> {
          if (constant.is(Op.INT)) {
            addSame(value, constant);
          }
        });
  }

  /** Whether a condition holds; null if the path does not decide it. */
  static Boolean known(Sym condition, Map<Sym, Boolean> conditions, Map<Sym, Sym> constants) {
    Sym[] asked = compared(condition);
    return asked == null ? null : new Order(conditions, constants).known(condition, asked);
  }

  private Boolean known(Sym condition, Sym... asked) {
    Place x = place(asked[0]);
    Place y = place(asked[1]);
    draw();
    long above = most(y, x);
    long below = most(x, y);
    boolean apart = above <= -1 || below <= -1;
    if (condition.is(Op.EQUAL)) {
      return apart ? Boolean.FALSE : above <= 0 && below <= 0 ? Boolean.TRUE : null;
    }
    if (below <= 0) {
      return false;
    }
    return above <= -1 || above <= 0 && isDifferent(asked[0], asked[1]) ? Boolean.TRUE : null;
  }

  /** The two values that a condition compares; null if they are not whole numbers. */
  private static Sym[] compared(Sym condition) {
    if (!condition.is(Op.EQUAL) && !condition.is(Op.LESS)) {
      return null;
    }
    Sym x = condition.arg(0);
    Sym y = condition.arg(1);
    if (x.isInt(0) && isLongs(y)) {
      return new Sym[] {y.arg(1), y.arg(0)};
    }
    if (y.isInt(0) && isLongs(x)) {
      return new Sym[] {x.arg(0), x.arg(1)};
    }
    return hasNumber(x) && hasNumber(y) ? new Sym[] {x, y} : null;
  }

  private static boolean isLongs(Sym x) {
    return x.is(Op.BINARY) && x.label().equals(Opcodes.LCMP);
  }

  private static boolean hasNumber(Sym x) {
    return switch (x.op()) {
      case INT, UNKNOWN, UNARY, BINARY, INSTANCE_OF, ARRAY_LENGTH -> true;
      case FIELD, STATIC_FIELD, ELEMENT, PURE -> true;
      default -> false;
    };
  }

  private void add(Sym condition, boolean holds) {
    Sym[] values = compared(condition);
    if (values == null) {
      return;
    }
    Sym x = values[0];
    Sym y = values[1];
    if (condition.is(Op.EQUAL) && holds) {
      addSame(x, y);
    } else if (condition.is(Op.EQUAL)) {
      different.add(values);
      place(x);
      place(y);
    } else if (holds) {
      bound(place(y), place(x), -1);
    } else {
      bound(place(x), place(y), 0);
    }
  }

  private void addSame(Sym x, Sym y) {
    bound(place(x), place(y), 0);
    bound(place(y), place(x), 0);
  }

  private void bound(Place from, Place to, long most) {
    bounds.add(new Bound(from.node(), to.node(), most + from.constant() - to.constant()));
  }

  private Place place(Sym value) {
    if (value.is(Op.UNARY) && value.label().equals(Opcodes.I2L)) {
      return place(value.arg(0));
    }
    if (value.is(Op.INT)) {
      return new Place(ZERO, (Integer) value.label());
    }
    if (value.is(Op.NUMBER) && value.label() instanceof Long number && isSmall(number)) {
      return new Place(ZERO, number);
    }
    Integer known = numbers.get(value);
    if (known == null) {
      known = numbers.size() + 1;
      numbers.put(value, known);
      if (value.getSize() == 1) {
        Range range = Range.of(value);
        bounds.add(new Bound(ZERO, known, range.high()));
        bounds.add(new Bound(known, ZERO, -range.low()));
      }
      if (isPlus(value)) {
        place(value.arg(0));
      }
    }
    return new Place(known, 0);
  }

  private static boolean isSmall(long number) {
    return -LARGEST < number && number < LARGEST;
  }

  private static boolean isPlus(Sym value) {
    return value.is(Op.BINARY) && value.label().equals(Opcodes.IADD) && value.arg(1).is(Op.INT);
  }

  /** Derives bounds of single values: from constants that they do not equal, and for sums. */
  private void draw() {
    for (int round = 0; round < ROUNDS; round++) {
      int before = bounds.size();
      long[] highest = distances(false);
      long[] lowest = distances(true);
      for (Sym[] pair : different) {
        exclude(place(pair[0]), place(pair[1]), highest, lowest);
        exclude(place(pair[1]), place(pair[0]), highest, lowest);
      }
      numbers.forEach((value, node) -> tie(value, node, highest, lowest));
      if (bounds.size() == before) {
        return;
      }
    }
  }

  private void exclude(Place value, Place constant, long[] highest, long[] lowest) {
    if (value.node() == ZERO || constant.node() != ZERO) {
      return;
    }
    if (highest[value.node()] == constant.constant()) {
      bounds.add(new Bound(ZERO, value.node(), constant.constant() - 1));
    }
    if (lowest[value.node()] == -constant.constant()) {
      bounds.add(new Bound(value.node(), ZERO, -constant.constant() - 1));
    }
  }

  /** Relates a sum of a value and a constant to the value, if the sum fits into an int. */
  private void tie(Sym value, int node, long[] highest, long[] lowest) {
    if (!isPlus(value)) {
      return;
    }
    Place part = place(value.arg(0));
    long more = (Integer) value.arg(1).label();
    boolean fits =
        highest[part.node()] + more <= Integer.MAX_VALUE
            && -lowest[part.node()] + more >= Integer.MIN_VALUE;
    Bound up = new Bound(part.node(), node, more);
    if (fits && !bounds.contains(up)) {
      bounds.add(up);
      bounds.add(new Bound(node, part.node(), -more));
    }
  }

  /** The largest difference that the bounds allow. */
  private long most(Place from, Place to) {
    long most = distances(from.node(), false)[to.node()];
    return most == NONE ? NONE : most - from.constant() + to.constant();
  }

  private long[] distances(boolean backwards) {
    return distances(ZERO, backwards);
  }

  /**
   * Distances by the algorithm of Bellman and Ford. Contradictory facts describe no run, so any
   * answer is correct for them.
   */
  private long[] distances(int start, boolean backwards) {
    long[] found = new long[numbers.size() + 1];
    Arrays.fill(found, NONE);
    found[start] = 0;
    boolean changed = true;
    for (int round = 0; changed && round <= found.length; round++) {
      changed = false;
      for (Bound bound : bounds) {
        int from = backwards ? bound.to() : bound.from();
        int to = backwards ? bound.from() : bound.to();
        if (found[from] != NONE && found[from] + bound.most() < found[to]) {
          found[to] = found[from] + bound.most();
          changed = true;
        }
      }
    }
    return found;
  }

  private boolean isDifferent(Sym x, Sym y) {
    return different.stream()
        .anyMatch(pair -> pair[0] == x && pair[1] == y || pair[0] == y && pair[1] == x);
  }
}
