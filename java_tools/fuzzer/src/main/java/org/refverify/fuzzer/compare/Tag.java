package org.refverify.fuzzer.compare;

import java.util.Locale;

/** The kinds of observed differences. */
public enum Tag {
  /** The returned values differ. */
  RETURN,
  /** One side throws, or both throw different classes. */
  EXCEPTION,
  /** Receiver, arguments, statics or calls on stand-ins differ. */
  STATE,
  /** The text on standard output or standard error differs. */
  OUTPUT,
  /** One side exits, or both exit with different statuses. */
  EXIT,
  /** Only floating-point numbers differ, by a few units in the last place. */
  FP_ROUNDING,
  /** Both fail, or one rejects an input that causes a null or range failure in the other. */
  ROBUSTNESS,
  /** Heap, stack or step budget ran out on one side only. */
  RESOURCE;

  /** The tag in the form of reports ({@code fp-rounding}). */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
