package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.refverify.prover.lockstep.InputPlaces.Place;
import org.refverify.prover.symbol.FieldRef;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.verdict.InputValue;
import org.refverify.prover.verdict.InputValue.Kind;

/**
 * Proposes an input for a path. It repairs the conditions that do not hold one after the other, by
 * inverting their operators until it reaches a part of the input.
 */
final class PathInput {
  private static final int ROUNDS = 40;
  private static final int DEEPEST = 40;

  /**
   * The greatest number of terms to visit: a term with shared parts may have many more paths than
   * nodes.
   */
  private static final int MOST_STEPS = 20_000;

  private final InputPlaces places;
  private final Map<Place, Number> numbers = new LinkedHashMap<>();
  private final Map<Place, InputValue> others = new LinkedHashMap<>();
  private final Map<Place, TextShape> texts = new LinkedHashMap<>();
  private final Map<Sym, Number> answers = new LinkedHashMap<>();
  private final Set<Sym> settled = new HashSet<>();
  private int turn;
  private int steps;

  private PathInput(InputPlaces places) {
    this.places = places;
  }

  /** Values of an input that may follow the path; unknown parts are omitted. */
  static List<InputValue> of(List<State.Decided> path, InputPlaces places) {
    PathInput input = new PathInput(places);
    for (int round = 0; round < ROUNDS && input.mend(path); round++) {
      input.turn++;
    }
    return input.values();
  }

  private boolean mend(List<State.Decided> path) {
    boolean mended = false;
    for (State.Decided each : path) {
      if (!holds(each)) {
        mended = true;
        mend(each.condition(), each.holds());
      }
    }
    return mended;
  }

  private boolean holds(State.Decided each) {
    Sym condition = each.condition();
    if (settled.contains(condition)) {
      return true;
    }
    if (condition.args().size() != 2 || isReference(condition)) {
      return false;
    }
    Number x = number(condition.arg(0), 0);
    Number y = number(condition.arg(1), 0);
    if (x == null || y == null) {
      return false;
    }
    int order = compare(x, y);
    return (condition.is(Op.EQUAL) ? order == 0 : order < 0) == each.holds();
  }

  private static int compare(Number x, Number y) {
    return x instanceof Double || y instanceof Double
        ? Double.compare(x.doubleValue(), y.doubleValue())
        : Long.compare(x.longValue(), y.longValue());
  }

  private void mend(Sym condition, boolean holds) {
    if (condition.args().size() != 2 || isReference(condition)) {
      settled.add(condition);
      if (condition.is(Op.EQUAL)) {
        reference(condition.arg(0), condition.arg(1), holds);
      }
      return;
    }
    Sym x = condition.arg(0);
    Sym y = condition.arg(1);
    boolean first = turn % 2 == 0;
    boolean done = first ? left(condition, x, y, holds) : right(condition, x, y, holds);
    if (!done && !(first ? right(condition, x, y, holds) : left(condition, x, y, holds))) {
      settled.add(condition);
    }
  }

  private boolean left(Sym condition, Sym x, Sym y, boolean holds) {
    Number other = number(y, 0);
    boolean less = condition.is(Op.LESS);
    return other != null && solve(x, wanted(other, less, holds, -1), 0);
  }

  private boolean right(Sym condition, Sym x, Sym y, boolean holds) {
    Number other = number(x, 0);
    boolean less = condition.is(Op.LESS);
    return other != null && solve(y, wanted(other, less, holds, 1), 0);
  }

  /** The value that a term needs, given the other operand of its comparison. */
  private static Number wanted(Number other, boolean less, boolean holds, int by) {
    if (less == holds) {
      long moved = other.longValue() == 1 && !less ? 0 : other.longValue() + (less ? by : 1);
      return moved;
    }
    return other;
  }

  // ------------------------------------------------------------------ references

  private static boolean isReference(Sym condition) {
    return condition.is(Op.EQUAL)
        && condition.args().stream()
            .anyMatch(each -> each.is(Op.NULL) || each.is(Op.ENUM) || isConstantField(each));
  }

  private static boolean isConstantField(Sym value) {
    return value.is(Op.STATIC_FIELD)
        && value.label() instanceof FieldRef field
        && field.descriptor().equals("L" + field.owner() + ";");
  }

  private void reference(Sym x, Sym y, boolean holds) {
    Place left = places.of(x);
    Place place = left == null ? places.of(y) : left;
    Sym constant = left == null ? x : y;
    if (place == null) {
      return;
    }
    if (constant.is(Op.NULL)) {
      say(place, holds ? Kind.NULL : Kind.NOT_NULL, "");
    } else if (holds && constant.label() instanceof FieldRef field) {
      say(place, Kind.CONSTANT, field.owner() + "." + field.name());
    }
  }

  private void say(Place place, Kind kind, String value) {
    InputValue said = new InputValue(place.parameter(), place.steps(), kind, value);
    if (kind == Kind.NOT_NULL) {
      others.putIfAbsent(place, said);
    } else {
      others.put(place, said);
    }
  }

  // ------------------------------------------------------------------ numbers

  /** The value of a numeric term under the values chosen so far; null if it is unknown. */
  private Number number(Sym term, int depth) {
    if (term.is(Op.INT) || term.is(Op.NUMBER)) {
      Number constant = (Number) term.label();
      boolean real = constant instanceof Double || constant instanceof Float;
      return real ? (Number) constant.doubleValue() : (Number) constant.longValue();
    }
    if (answers.containsKey(term)) {
      return answers.get(term);
    }
    Place place = isPredicate(term) ? null : places.of(term);
    if (place != null) {
      return numbers.getOrDefault(place, 0L);
    }
    if (depth > DEEPEST || ++steps > MOST_STEPS) {
      return null;
    }
    if (term.is(Op.UNARY)) {
      Number of = number(term.arg(0), depth + 1);
      return of == null ? null : isNegation(term) ? negated(of) : of;
    }
    return term.is(Op.BINARY) ? binary(term, depth) : null;
  }

  private Number binary(Sym term, int depth) {
    Number x = number(term.arg(0), depth + 1);
    Number y = number(term.arg(1), depth + 1);
    if (x == null || y == null) {
      return null;
    }
    return isComparison(term)
        ? (Number) (long) compare(x, y)
        : Terms.apply((Integer) term.label(), x.longValue(), y.longValue());
  }

  private static boolean isNegation(Sym term) {
    int opcode = (Integer) term.label();
    return opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG;
  }

  private static Number negated(Number of) {
    return of instanceof Double ? (Number) (-of.doubleValue()) : (Number) (-of.longValue());
  }

  private static boolean isComparison(Sym term) {
    int opcode = (Integer) term.label();
    return opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG;
  }

  /** Makes a term equal a number; false if the input cannot do that. */
  private boolean solve(Sym term, Number wanted, int depth) {
    if (wanted == null || depth > DEEPEST || ++steps > MOST_STEPS || term.isConstant()) {
      return false;
    }
    if (term.is(Op.INSTANCE_OF)) {
      return instance(term, wanted);
    }
    Place place = isPredicate(term) ? null : places.of(term);
    if (place != null) {
      numbers.put(place, wanted);
      return true;
    }
    if (term.is(Op.UNARY)) {
      return solve(term.arg(0), isNegation(term) ? negated(wanted) : wanted, depth + 1);
    }
    if (term.is(Op.BINARY)) {
      return solveBinary(term, wanted, depth);
    }
    CallTerm call = places.call(term);
    if (call == null) {
      return false;
    }
    answers.put(term, wanted);
    return answer(call, wanted.longValue() != 0);
  }

  private boolean solveBinary(Sym term, Number wanted, int depth) {
    Number x = number(term.arg(0), depth + 1);
    Number y = number(term.arg(1), depth + 1);
    if (isComparison(term)) {
      return y != null && solve(term.arg(0), shift(y, wanted.intValue()), depth + 1)
          || x != null && solve(term.arg(1), shift(x, -wanted.intValue()), depth + 1);
    }
    int opcode = (Integer) term.label();
    Long left = y == null ? null : Terms.left(opcode, wanted.longValue(), y.longValue());
    Long right = x == null ? null : Terms.right(opcode, wanted.longValue(), x.longValue());
    return turn / 2 % 2 == 0
        ? solve(term.arg(0), left, depth + 1) || solve(term.arg(1), right, depth + 1)
        : solve(term.arg(1), right, depth + 1) || solve(term.arg(0), left, depth + 1);
  }

  private static Number shift(Number value, int order) {
    if (value instanceof Double real) {
      return order == 0 ? real : (Double) (real + order);
    }
    return value.longValue() + order;
  }

  private boolean instance(Sym term, Number wanted) {
    Place place = places.of(term.arg(0));
    answers.put(term, wanted);
    if (place != null && wanted.longValue() != 0) {
      say(place, Kind.TYPE, (String) term.label());
    }
    return true;
  }

  // ------------------------------------------------------------------ questions about objects

  /** Whether a term is the result of a boolean query on an object. */
  private boolean isPredicate(Sym term) {
    CallTerm call = places.call(term);
    return call != null && call.descriptor().endsWith(")Z") && call.owner().startsWith("java/");
  }

  private boolean answer(CallTerm call, boolean yes) {
    List<Sym> args = call.args();
    if (args.isEmpty()) {
      return true;
    }
    if (call.name().equals("isEmpty")) {
      Place place = places.of(args.get(0));
      if (place != null) {
        numbers.put(place.then("#"), yes ? 0L : 1L);
      }
    } else if (yes && args.size() == 2) {
      same(call, args.get(0), args.get(1));
    }
    return true;
  }

  private void same(CallTerm call, Sym object, Sym other) {
    boolean turned = call.name().startsWith("equals") && object.isConstant();
    Place place = places.of(turned ? other : object);
    Sym constant = turned ? object : other;
    if (place == null) {
      return;
    }
    if (call.name().equals("containsKey") && InputPlaces.keyed(constant) != null) {
      say(place.then(InputPlaces.keyed(constant)), Kind.NOT_NULL, "");
    } else if (constant.is(Op.BOX)) {
      Number number = number(constant.arg(0), 0);
      if (number != null) {
        numbers.put(member(call, place), number);
      }
    } else if (constant.is(Op.STRING)) {
      text(call, place, (String) constant.label());
    } else if (constant.label() instanceof FieldRef field) {
      say(member(call, place), Kind.CONSTANT, field.owner() + "." + field.name());
    }
  }

  private static Place member(CallTerm call, Place place) {
    return call.name().equals("contains") ? place.then("+") : place;
  }

  private void text(CallTerm call, Place place, String text) {
    boolean inText = call.isOfText();
    Place of = inText ? place : member(call, place);
    TextShape shape = texts.computeIfAbsent(of, key -> new TextShape());
    switch (call.name()) {
      case "startsWith" -> shape.prefix = text;
      case "endsWith" -> shape.suffix = text;
      case "contains" -> {
        shape.part = inText ? text : shape.part;
        shape.whole = inText ? shape.whole : text;
      }
      default -> shape.whole = text;
    }
  }

  // ------------------------------------------------------------------ the result

  private List<InputValue> values() {
    List<InputValue> all = new ArrayList<>();
    numbers.forEach(this::shape);
    others.forEach(
        (place, value) -> {
          if (!texts.containsKey(place)) {
            all.add(value);
          }
        });
    texts.forEach((place, shape) -> add(all, place, Kind.TEXT, shape.build()));
    numbers.forEach(
        (place, number) -> {
          if (!isOfText(place)) {
            add(all, place, Kind.NUMBER, String.valueOf(number));
          }
        });
    return all;
  }

  private static void add(List<InputValue> all, Place place, Kind kind, String value) {
    if (value != null) {
      all.add(new InputValue(place.parameter(), place.steps(), kind, value));
    }
  }

  /** Moves the known length and letters of a text to the text. */
  private void shape(Place place, Number number) {
    if (!isOfText(place)) {
      return;
    }
    String step = place.steps().get(place.steps().size() - 1);
    TextShape shape = texts.computeIfAbsent(above(place), key -> new TextShape());
    if (step.equals("#")) {
      shape.length = number.intValue();
    } else if (step.startsWith("[")) {
      int at = Integer.parseInt(step.substring(1, step.length() - 1));
      shape.letters.put(at, (char) number.intValue());
    }
  }

  private boolean isOfText(Place place) {
    return !place.steps().isEmpty() && places.isText(above(place));
  }

  private static Place above(Place place) {
    return new Place(place.parameter(), place.steps().subList(0, place.steps().size() - 1));
  }
}
