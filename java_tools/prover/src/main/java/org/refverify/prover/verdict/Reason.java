package org.refverify.prover.verdict;

/**
 * Why two methods could not be proved to behave the same: a closed set. The first difference
 * decides.
 */
public enum Reason {
  /** Both sides do the same thing with other values. */
  ARGUMENTS("args"),
  /** Both sides call, but not the same method. */
  OTHER_CALL("other-call"),
  /** Both sides have an effect, but different ones. */
  OTHER_EVENT("other-event"),
  /** One side ends while the other one still has an effect. */
  MORE_EFFECTS("more-effects"),
  /** Both sides check something that may throw, but different things. */
  CHECK_ORDER("check-order"),
  /** Only one side checks something that may throw. */
  ONE_SIDED_CHECK("one-sided-check"),
  /** Only one side is at the head of a loop. */
  LOOP_SHAPE("loop-shape"),
  /** A call that had to be stepped into may run another method. */
  DISPATCH("dispatch"),
  /** A call that had to be stepped into is recursive, or too deep. */
  RECURSION("recursion"),
  /** Two lambdas or method references could not be proved to behave the same. */
  LAMBDA("lambda"),
  /** The platform inspects the calling class, and the calling class has changed. */
  CALLER_SENSITIVE("caller-sensitive"),
  /** Only one side takes a lock through the {@code synchronized} flag of a method. */
  SYNCHRONIZED("synchronized"),
  /** A step into a static method would hide the initialisation of its class. */
  STATIC_INITIALISER("static-initialiser"),
  /** The return types differ, or the parameters cannot be matched. */
  SIGNATURE("signature"),
  /** Two objects that only one side has created could be mistaken for each other. */
  ALIASES("aliases"),
  /** A construct that the prover does not know. */
  UNSUPPORTED("unsupported"),
  /** Too many states, or too much time. */
  BUDGET("budget"),
  /** Compile errors or a missing supertype. */
  UNRESOLVED("unresolved");

  private final String word;

  Reason(String word) {
    this.word = word;
  }

  /** The word for reports and JSON. */
  public String word() {
    return word;
  }
}
