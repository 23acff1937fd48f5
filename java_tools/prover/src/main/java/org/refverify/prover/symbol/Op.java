package org.refverify.prover.symbol;

/** What kind of value a {@link Sym} is. */
public enum Op {
  /** No readable value: an unset slot, or one whose value a join has forgotten. */
  TOP,
  /** A constant of type int or shorter. */
  INT,
  /** A constant of type long, float or double. */
  NUMBER,
  STRING,
  CLASS,
  /** A constant of an enum, read after all its constants were created. */
  ENUM,
  NULL,
  /** An unknown value: a parameter, the result of an event, or the result of a join. */
  UNKNOWN,
  /** As {@link #UNKNOWN}, and certainly not null. */
  OBJECT,
  /** An object that one side has created and whose constructor has not been called. */
  RAW,
  /**
   * An object that one side has created with a harmless constructor and that no other code has
   * seen.
   */
  UNSEEN,
  /** A box that one side has created and that no other code has seen; its content is its part. */
  BOX,
  /** The contents of the heap, or of one kind of location, at one moment. */
  HEAP,
  EQUAL,
  LESS,
  UNARY,
  BINARY,
  INSTANCE_OF,
  ARRAY_LENGTH,
  FIELD,
  STATIC_FIELD,
  ELEMENT,
  /** The joined text of strings and primitives. */
  CONCAT,
  /** A primitive value as text, inside {@link #CONCAT}. */
  TEXT,
  /** The result of a method without effects that never throws. */
  PURE,
  /** The value of a variable after a loop that was executed in one step. */
  LOOP,
  /** Key of a fact: a check that has passed. */
  CHECK;

  /** Whether two different constants of this kind always have different values. */
  public boolean isConstant() {
    return switch (this) {
      case INT, NUMBER, STRING, CLASS, ENUM, NULL -> true;
      default -> false;
    };
  }
}
