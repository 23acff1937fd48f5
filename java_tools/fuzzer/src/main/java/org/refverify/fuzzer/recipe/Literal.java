package org.refverify.fuzzer.recipe;

/** A primitive value, a string, or null. */
public final class Literal implements Recipe {
  /** Null of any type. */
  public static final Literal NULL = new Literal(null);

  /** Boxed primitive, {@link String} (any UTF-16 code units, including lone surrogates) or null. */
  public final Object value;

  /** Takes the value as it is. */
  public Literal(Object value) {
    this.value = value;
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.literal(this);
  }
}
