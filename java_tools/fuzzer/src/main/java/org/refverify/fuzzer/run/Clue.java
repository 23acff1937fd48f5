package org.refverify.fuzzer.run;

/**
 * Two values that the code compared: an input that contains one may need the other (input-to-state
 * correspondence; Aschermann et al., REDQUEEN, NDSS 2019).
 */
public final class Clue {
  /** The kinds of values. */
  public enum Kind {
    /** Integers, characters or switch keys. */
    NUMBER,
    /** Floating-point numbers. */
    REAL,
    /** Texts: compared as a whole, or one searched in the other. */
    TEXT,
    /** One character whose class or case was requested; {@link #right} has no meaning. */
    LETTER,
    /** A text whose hash was requested; {@link #right} has no meaning. */
    HASHED
  }

  /** The kind of the values. */
  public final Kind kind;

  /** One value: a {@link Long}, {@link Double} or {@link String}. */
  public final Object left;

  /** The other value, of the same class. */
  public final Object right;

  /** Takes both values; {@link #right} has the class of {@link #left}. */
  public Clue(Kind kind, Object left, Object right) {
    this.kind = kind;
    this.left = left;
    this.right = right;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Clue
        && ((Clue) other).kind == kind
        && ((Clue) other).left.equals(left)
        && ((Clue) other).right.equals(right);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * left.hashCode() + right.hashCode()) + kind.ordinal();
  }
}
