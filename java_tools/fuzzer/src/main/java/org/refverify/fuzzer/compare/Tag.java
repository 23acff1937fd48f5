package org.refverify.fuzzer.compare;

import java.util.Locale;

/** What kind of difference was observed. */
public enum Tag {
  /** Other returned value. */
  RETURN,
  /** One side throws, or both throw other classes. */
  EXCEPTION,
  /** Receiver, arguments, statics or calls on stand-ins differ. */
  STATE,
  /** Other text on standard output or standard error. */
  OUTPUT,
  /** One side exits, or both with another status. */
  EXIT,
  /** Only floating-point numbers differ, by a few units in the last place. */
  FP_ROUNDING,
  /** Both fail, or one rejects what the other lets fall through to a null or range failure. */
  ROBUSTNESS,
  /** Heap, stack or step budget ran out on one side only. */
  RESOURCE;

  /** The tag as reports write it ({@code fp-rounding}). */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
