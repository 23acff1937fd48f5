package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.refverify.prover.symbol.FieldRef;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;

/** Finds the symbols that are parts of the old method's input, and their places in the input. */
final class InputPlaces {
  private static final int DEEPEST = 6;
  private static final String UNBOXING = "java/lang/\\w+\\.(\\w+Value)\\(\\)\\w";

  /**
   * A place in an input.
   *
   * @param parameter from 0; -1 for the receiver
   * @param steps the way from there, as in {@link org.refverify.prover.verdict.InputValue}
   */
  record Place(int parameter, List<String> steps) {
    Place then(String step) {
      List<String> longer = new ArrayList<>(steps);
      longer.add(step);
      return new Place(parameter, List.copyOf(longer));
    }
  }

  private final Map<Sym, Place> roots = new HashMap<>();
  private final Map<Sym, CallTerm> results = new HashMap<>();
  private final Set<Place> texts = new HashSet<>();

  /**
   * Registers the values of the old method's parameters; the first one is the receiver if the
   * method has one.
   */
  void parameters(List<Sym> values, boolean hasReceiver) {
    for (int i = 0; i < values.size(); i++) {
      roots.putIfAbsent(values.get(i), new Place(hasReceiver ? i - 1 : i, List.of()));
    }
  }

  /** Remembers the result of an event; null if it has none. */
  void result(Sym result, Event event) {
    if (result != null && event.call() != null) {
      CallRef call = event.call();
      results.put(
          result,
          new CallTerm(call.owner(), call.name(), call.descriptor(), List.of(event.args())));
    }
  }

  /** The call whose result a symbol is; null if it is not the result of a call. */
  CallTerm call(Sym value) {
    return value.is(Op.PURE) ? CallTerm.of(value) : results.get(value);
  }

  /** The place of a value in the input; null if it is not a single part of it. */
  Place of(Sym value) {
    Place place = place(value);
    return place == null || place.steps().size() > DEEPEST ? null : place;
  }

  private Place place(Sym value) {
    Place root = roots.get(value);
    if (root != null) {
      return root;
    }
    return switch (value.op()) {
      case FIELD -> step(value.arg(1), "." + ((FieldRef) value.label()).name());
      case ARRAY_LENGTH -> step(value.arg(0), "#");
      case ELEMENT ->
          value.arg(2).is(Op.INT) ? step(value.arg(1), "[" + value.arg(2).label() + "]") : null;
      default -> ofCall(call(value));
    };
  }

  private Place step(Sym of, String step) {
    Place place = step == null ? null : of(of);
    return place == null ? null : place.then(step);
  }

  /** Whether the path asks the value at a place a question that only a text answers. */
  boolean isText(Place place) {
    return texts.contains(place);
  }

  private Place ofCall(CallTerm call) {
    if (call == null || call.args().isEmpty()) {
      return null;
    }
    Sym object = call.args().get(0);
    if (call.isOfText() && of(object) != null) {
      texts.add(of(object));
    }
    if (call.text().matches(UNBOXING)) {
      return of(object);
    }
    if (call.args().size() == 1) {
      return ofGetter(call, object);
    }
    Sym key = call.args().get(1);
    boolean indexed = call.is("get(I)") || call.is("charAt(I)");
    if (call.args().size() == 2 && indexed && key.is(Op.INT)) {
      return step(object, "[" + key.label() + "]");
    }
    if (call.args().size() == 2 && call.is("get(Ljava/lang/Object;)")) {
      return step(object, keyed(key));
    }
    return null;
  }

  private Place ofGetter(CallTerm call, Sym object) {
    boolean platform = call.owner().startsWith("java/");
    if (call.is("size()") || platform && call.is("length()")) {
      return step(object, "#");
    }
    return platform ? null : step(object, call.name() + "()");
  }

  /** The step to a map's value for a key; null for a key that is not constant. */
  static String keyed(Sym key) {
    return switch (key.op()) {
      case STRING -> "(\"" + key.label() + "\")";
      case BOX -> key.arg(0).is(Op.INT) ? "(" + key.arg(0).label() + ")" : null;
      default -> null;
    };
  }
}
