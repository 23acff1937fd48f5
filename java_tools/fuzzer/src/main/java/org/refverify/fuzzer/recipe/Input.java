package org.refverify.fuzzer.recipe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One input of one entry: receiver, arguments and the redirected world's seed. */
public final class Input {
  /** The receiver; null for a static method or a constructor. */
  public final Recipe receiver;

  /** One recipe per parameter. */
  public final List<Recipe> arguments;

  /** Determines clock, random numbers and default locale, which are the same for both versions. */
  public final long world;

  /** Copies the list. */
  public Input(Recipe receiver, List<? extends Recipe> arguments, long world) {
    this.receiver = receiver;
    this.arguments = Collections.unmodifiableList(new ArrayList<Recipe>(arguments));
    this.world = world;
  }
}
