package org.refverify.fuzzer.input;

/** What is left out of the engine, to measure what it is worth. */
public enum Ablation {
  /** Nothing. */
  NONE,
  /** No value model: edges, constants, copies and edits of earlier values. */
  NO_VALUES,
  /** No coverage guidance: nothing is learned. */
  NO_COVERAGE,
  /** Captured inputs are not used. */
  NO_CAPTURE,
  /** Uniform random bits. */
  UNIFORM
}
