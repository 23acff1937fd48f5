package org.refverify.fuzzer.compare;

/**
 * Writes the canonical form of everything that can be reached from the roots of one run. One
 * instance serves one version (its loader) and is reused for every run. Aliasing between the roots
 * of one run is part of the form, so the roots must come in the same order on both sides.
 */
public interface Graph {
  /** Starts a new run and forgets every object. With texts, {@link #text()} is rendered too. */
  void begin(boolean texts);

  /** Hash of the canonical form of the root; never 0. Never calls the subject. */
  long write(Object root);

  /** The same for the static fields of a class that both versions have. */
  long writeStatics(Class<?> type);

  /** The same for an exception: its class and the fields that subject classes add to it. */
  long writeThrown(Throwable thrown);

  /** The messages and causes of an exception, which are the weak part. */
  long writeMessages(Throwable thrown);

  /** The canonical form of the root that was written last; empty without texts. */
  String text();

  /** Binary name of a class of this version, converted to the old version's name. */
  String name(Class<?> type);
}
