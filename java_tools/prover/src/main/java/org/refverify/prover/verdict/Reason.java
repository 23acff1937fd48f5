package org.refverify.prover.verdict;

/** Why two methods were not proved alike: a closed set, the first difference decides. */
public enum Reason {
  /** Both sides do the same thing with other values. */
  ARGUMENTS("args"),
  /** Both sides call, but not the same method. */
  OTHER_CALL("other-call"),
  /** Both sides do something else. */
  OTHER_EVENT("other-event"),
  /** One side ends where the other one still does something. */
  MORE_EFFECTS("more-effects"),
  /** Both sides check something that may throw, but not the same. */
  CHECK_ORDER("check-order"),
  /** One side checks something that may throw where the other one does not. */
  ONE_SIDED_CHECK("one-sided-check"),
  /** One side is at the head of a loop where the other one is not. */
  LOOP_SHAPE("loop-shape"),
  /** A call that had to be stepped into may end in another method. */
  DISPATCH("dispatch"),
  /** A call that had to be stepped into is recursive, or too deep. */
  RECURSION("recursion"),
  /** Two lambdas or method references could not be proved alike. */
  LAMBDA("lambda"),
  /** The platform looks at the calling class, and that is another one. */
  CALLER_SENSITIVE("caller-sensitive"),
  /** A lock is taken by the flag of a method on one side only. */
  SYNCHRONIZED("synchronized"),
  /** Stepping into a static method would hide that its class is initialised. */
  STATIC_INITIALISER("static-initialiser"),
  /** Return types, or parameters that cannot be matched. */
  SIGNATURE("signature"),
  /** Two objects that only one side has made are confused. */
  ALIASES("aliases"),
  /** A construct that the prover does not know. */
  UNSUPPORTED("unsupported"),
  /** Too many states, or too much time. */
  BUDGET("budget"),
  /** Compile errors, or a supertype that is not there. */
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
