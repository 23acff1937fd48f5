package org.refverify.fuzzer.recipe;

/** An enum constant, or a static field with a predefined value ({@code Locale.ROOT}). */
public final class Constant implements Recipe {
  /** Binary name of the class that declares the field. */
  public final String owner;

  /** The field's name. */
  public final String field;

  /** Names the field. */
  public Constant(String owner, String field) {
    this.owner = owner;
    this.field = field;
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.constant(this);
  }
}
