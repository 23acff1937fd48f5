package org.refverify.fuzzer.recipe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One input of one entry: receiver, arguments and the redirected world's seed. */
public final class Input {
  /** The receiver; null for a static method or a constructor. */
  public final Recipe receiver;

  /** One recipe a parameter. */
  public final List<Recipe> arguments;

  /** Decides clock, random numbers and default locale of both versions alike. */
  public final long world;

  /** Copies the list. */
  public Input(Recipe receiver, List<? extends Recipe> arguments, long world) {
    this.receiver = receiver;
    this.arguments = Collections.unmodifiableList(new ArrayList<Recipe>(arguments));
    this.world = world;
  }
}
