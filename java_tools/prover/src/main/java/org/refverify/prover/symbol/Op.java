package org.refverify.prover.symbol;

/** What kind of value a {@link Sym} is. */
public enum Op {
  /** Nothing that may be read: an unset slot, or one that a join has forgotten. */
  TOP,
  /** A constant of type int, or shorter. */
  INT,
  /** A constant of type long, float or double. */
  NUMBER,
  STRING,
  CLASS,
  /** A constant of an enum, read after all of them were made. */
  ENUM,
  NULL,
  /** Anything that is not known: a parameter, the result of an event, or of a join. */
  UNKNOWN,
  /** As {@link #UNKNOWN}, and certainly not null. */
  OBJECT,
  /** An object that one side has made and whose constructor has not been called. */
  RAW,
  /** An object that one side has made with a harmless constructor and that nobody else has seen. */
  UNSEEN,
  /** A box that one side has made and that nobody else has seen; what is in it is its part. */
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
  /** The text of strings and primitives, joined. */
  CONCAT,
  /** A primitive value as text, inside {@link #CONCAT}. */
  TEXT,
  /** The result of a method without effects that never throws. */
  PURE,
  /** What a variable holds after a loop that was gone through at once. */
  LOOP,
  /** Key of a fact: a check that has been passed. */
  CHECK;

  /** Whether two different constants of this kind are different values. */
  public boolean isConstant() {
    return switch (this) {
      case INT, NUMBER, STRING, CLASS, ENUM, NULL -> true;
      default -> false;
    };
  }
}
