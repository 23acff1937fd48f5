package org.refverify.fuzzer.mutation;

import org.refverify.fuzzer.entry.MethodName;

/** One class with one small change of behaviour. */
public final class Mutant {
  /** What was changed. */
  public enum Kind {
    /** {@code +} for {@code -}, {@code *} for {@code /}, {@code &} for {@code |} and similar. */
    ARITHMETIC,
    /** {@code <} for {@code <=} and similar. */
    BOUNDARY,
    /** A negated condition. */
    CONDITION,
    /** A constant increased or decreased by one; another string. */
    CONSTANT,
    /** A removed call of a void method. */
    REMOVED_CALL,
    /** Another returned value. */
    RETURN_VALUE,
    /** Two adjacent arguments of one type swapped. */
    SWAPPED_ARGUMENTS,
    /** A read of another local variable of the same type. */
    STALE_LOCAL,
    /** A removed return in the middle of a method. */
    LOST_RETURN,
    /** The receiver replaced by a parameter of the same type, or vice versa. */
    RECEIVER_MIX_UP,
    /** A throw that is removed, or moved to the start of the method. */
    MOVED_EXCEPTION,
    /** A repeated side effect. */
    DUPLICATED_EFFECT
  }

  /** Binary name of the class. */
  public final String className;

  /** The method that was changed. */
  public final MethodName method;

  /** Source line; -1 without debug information. */
  public final int line;

  /** What was changed. */
  public final Kind kind;

  /** One line: {@code Foo.java:12 in add: + became -}. */
  public final String description;

  private final byte[] bytes;

  Mutant(MethodName method, int line, Kind kind, String description, byte[] bytes) {
    this.className = method.owner;
    this.method = method;
    this.line = line;
    this.kind = kind;
    this.description = description;
    this.bytes = bytes.clone();
  }

  /** The changed class file. */
  public byte[] bytes() {
    return bytes.clone();
  }
}
