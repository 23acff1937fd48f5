package org.refverify.fuzzer.recipe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * An object from a constructor, a factory or a builder, followed by calls on it: setters, {@code
 * add}, {@code put}, builder steps.
 */
public final class Made implements Recipe {
  /** The call that creates the object: a constructor, a static method, or a method of a builder. */
  public final Call creation;

  /** Calls on the object, in order; their results are dropped. */
  public final List<Call> then;

  /** Copies the list. */
  public Made(Call creation, List<Call> then) {
    this.creation = creation;
    this.then = Collections.unmodifiableList(new ArrayList<Call>(then));
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.made(this);
  }
}
