package org.refverify.fuzzer.recipe;

/** The same reference as an earlier value of the input. */
public final class Again implements Recipe {
  /** Number of the earlier value. */
  public final int number;

  /** Refers to a value whose creation ends before this one is needed. */
  public Again(int number) {
    this.number = number;
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.again(this);
  }
}
