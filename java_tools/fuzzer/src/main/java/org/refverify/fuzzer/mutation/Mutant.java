package org.refverify.fuzzer.mutation;

import org.refverify.fuzzer.entry.MethodName;

/** One class with one small change of behaviour. */
public final class Mutant {
  /** What was changed. */
  public enum Kind {
    /** {@code +} for {@code -}, {@code *} for {@code /}, {@code &} for {@code |} and their like. */
    ARITHMETIC,
    /** {@code <} for {@code <=} and its like. */
    BOUNDARY,
    /** The condition negated. */
    CONDITION,
    /** A constant one more or one less; another string. */
    CONSTANT,
    /** A call of a void method left out. */
    REMOVED_CALL,
    /** Another returned value. */
    RETURN_VALUE,
    /** Two neighbouring arguments of one type traded places. */
    SWAPPED_ARGUMENTS,
    /** Another local variable of the same type read. */
    STALE_LOCAL,
    /** A return in the middle of a method left out. */
    LOST_RETURN,
    /** The receiver replaced by a parameter of the same type or the other way round. */
    RECEIVER_MIX_UP,
    /** A throw left out, or thrown at the method's begin. */
    MOVED_EXCEPTION,
    /** A side effect done twice. */
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
