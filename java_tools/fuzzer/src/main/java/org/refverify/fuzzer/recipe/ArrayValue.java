package org.refverify.fuzzer.recipe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An array with its elements. */
public final class ArrayValue implements Recipe {
  /** Descriptor of the element type ({@code I}, {@code Ljava/lang/String;}, {@code [I}). */
  public final String element;

  /** One recipe per element. */
  public final List<Recipe> elements;

  /** Copies the list. */
  public ArrayValue(String element, List<? extends Recipe> elements) {
    this.element = element;
    this.elements = Collections.unmodifiableList(new ArrayList<Recipe>(elements));
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.array(this);
  }
}
