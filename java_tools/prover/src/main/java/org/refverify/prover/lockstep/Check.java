package org.refverify.prover.lockstep;

import java.util.List;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;

/**
 * Something that throws or does nothing. Passed once on a path, it is no event any more for the
 * same values: being null, an object's class and an array's length never change.
 *
 * @param label what is checked
 * @param args of which values
 */
record Check(String label, List<Sym> args) {
  static final String NULL = "null";
  static final String INDEX = "index";
  private static final String INITIALISED = "initialised ";

  static Check notNull(Sym value) {
    return new Check(NULL, List.of(value));
  }

  static Check cast(String type, Sym value) {
    return new Check("cast to " + type, List.of(value));
  }

  static Check divisor(Sym value) {
    return new Check("divisor", List.of(value));
  }

  static Check index(Sym array, Sym index) {
    return new Check(INDEX, List.of(array, index));
  }

  /** Not a check by itself: what holds after a class was initialised. */
  static Sym initialised(String className, Symbols symbols) {
    return symbols.term(Op.CHECK, INITIALISED + className, 1);
  }

  /** The class of which a check says that it was initialised; null if it says something else. */
  static String initialisedClass(Sym check) {
    boolean says = check.is(Op.CHECK) && ((String) check.label()).startsWith(INITIALISED);
    return says ? ((String) check.label()).substring(INITIALISED.length()) : null;
  }

  Sym key(Symbols symbols) {
    return symbols.term(Op.CHECK, label, 1, args.toArray(Sym[]::new));
  }

  Event event() {
    return Event.of(EventKind.CHECK, label, 0, args.toArray(Sym[]::new));
  }
}
