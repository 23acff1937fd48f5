package org.refverify.prover.lockstep;

import java.util.List;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;

/**
 * A check that throws or does nothing. Once it has passed on a path, it is no longer an event for
 * the same values: whether a value is null, an object's class and an array's length never change.
 *
 * @param label what is checked
 * @param args the values that are checked
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

  /** A fact rather than a check: the class has been initialised. */
  static Sym initialised(String className, Symbols symbols) {
    return symbols.term(Op.CHECK, INITIALISED + className, 1);
  }

  /** The class whose initialisation a fact states; null for other facts. */
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
