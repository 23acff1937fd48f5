package org.refverify.fuzzer.compare;

/**
 * Writes the canonical form of what hangs off the roots of one run. One instance serves one version
 * (its loader) and is used anew for every run: aliasing between roots of one run is part of the
 * form, so the roots are given in the same order on both sides.
 */
public interface Graph {
  /** Forgets every object: a new run. With texts, {@link #text()} is rendered too. */
  void begin(boolean texts);

  /** Hash of the canonical form of the root; never 0. Never calls the subject. */
  long write(Object root);

  /** The same for the static fields of a class that both versions have. */
  long writeStatics(Class<?> type);

  /** The same for what was thrown: its class and the fields that subject classes add to it. */
  long writeThrown(Throwable thrown);

  /** Messages and causes of what was thrown, the weak part. */
  long writeMessages(Throwable thrown);

  /** The canonical form of the root last written; empty without texts. */
  String text();

  /** Binary name of a class of this version, made old. */
  String name(Class<?> type);
}
