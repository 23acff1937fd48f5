package org.refverify.fuzzer.recipe;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * An object that is created without a constructor and filled field by field, as it was captured.
 */
public final class Fields implements Recipe {
  /** Binary name of the class. */
  public final String className;

  /** Recipes by {@code declaring.Class#field}; a field that is absent keeps its default value. */
  public final Map<String, Recipe> values;

  /** Copies the map. */
  public Fields(String className, Map<String, Recipe> values) {
    this.className = className;
    this.values = Collections.unmodifiableMap(new TreeMap<String, Recipe>(values));
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.fields(this);
  }
}
