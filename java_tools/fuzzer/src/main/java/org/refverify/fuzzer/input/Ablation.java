package org.refverify.fuzzer.input;

/** Parts of the engine that can be switched off to measure their value. */
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
