package org.refverify.fuzzer.recipe;

/** The same reference as an earlier value of the input. */
public final class Again implements Recipe {
  /** Number of the earlier value. */
  public final int number;

  /** Names a value whose creation has ended before this one is asked for. */
  public Again(int number) {
    this.number = number;
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.again(this);
  }
}
