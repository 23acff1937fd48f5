package org.refverify.fuzzer.compare;

/**
 * Writes the canonical form of what hangs off the roots of one run. One instance serves one version
 * (its loader) and is used anew for every run: aliasing between roots of one run is part of the
 * form, so the roots are given in the same order on both sides.
 */
public interface Graph {
  /** Forgets every object: a new run. With texts, {@link #text()} is rendered too. */
  void begin(boolean texts);

  /** Hash of the canonical form of the root; 0 for none of the values. Never calls the subject. */
  long write(Object root);

  /** The canonical form of the root last written; empty without texts. */
  String text();
}
