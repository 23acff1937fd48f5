package org.refverify.fuzzer.recipe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A stand-in for an interface (a proxy) that records every call and answers from a list. It uses
 * the answers in turn and starts again after the last one. If an answer does not match the return
 * type, or if the list is empty, it answers with the type's zero, an empty string or null.
 */
public final class StandIn implements Recipe {
  /** Binary name of the interface. */
  public final String type;

  /** The answers. */
  public final List<Recipe> answers;

  /** Copies the list. */
  public StandIn(String type, List<? extends Recipe> answers) {
    this.type = type;
    this.answers = Collections.unmodifiableList(new ArrayList<Recipe>(answers));
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.standIn(this);
  }
}
