package org.refverify.fuzzer.compare;

/** A 128-bit hash of an observation, without the weak parts. */
public final class Digest {
  /** The two halves. */
  public final long high;

  /** The second half. */
  public final long low;

  /** Takes both halves. */
  public Digest(long high, long low) {
    this.high = high;
    this.low = low;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Digest && ((Digest) other).high == high && ((Digest) other).low == low;
  }

  @Override
  public int hashCode() {
    return (int) low;
  }
}
