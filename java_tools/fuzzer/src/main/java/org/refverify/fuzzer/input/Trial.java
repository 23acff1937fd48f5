package org.refverify.fuzzer.input;

import org.refverify.fuzzer.recipe.Input;

/** An input with the choices that created it. */
public final class Trial {
  /** The input that ran. */
  public final Input input;

  /** The choices that create {@link #input} again. */
  public final long[] choices;

  /** The captured input that the choices edit; null if there is none. */
  public final Input captured;

  Trial(Input input, long[] choices, Input captured) {
    this.input = input;
    this.choices = choices.clone();
    this.captured = captured;
  }
}
