package org.refverify.fuzzer.recipe;

/**
 * Instructions to make one value. Immutable.
 *
 * <p>The values of an {@link Input} are numbered from 0 in the order in which their creation begins
 * (receiver first, then the arguments; a value before its own parts), including {@link Literal}s
 * and {@link Again}s. {@link Again} refers to an earlier value by that number.
 */
public interface Recipe {

  /** Calls the visitor's method for this kind of recipe. */
  <R> R accept(Visitor<R> visitor);

  /** One method for each kind of recipe: the closed set. */
  interface Visitor<R> {
    /** A primitive, a string or null. */
    R literal(Literal recipe);

    /** A class object. */
    R classValue(ClassValue recipe);

    /** An enum constant or the value of a public static final field. */
    R constant(Constant recipe);

    /** An array. */
    R array(ArrayValue recipe);

    /** An object from a constructor or a factory, with calls that follow. */
    R made(Made recipe);

    /** A stand-in that implements an interface or extends an abstract class. */
    R standIn(StandIn recipe);

    /** An object by its fields only, if it was captured and cannot be made in another way. */
    R fields(Fields recipe);

    /** The same reference as an earlier value of this input. */
    R again(Again recipe);
  }
}
