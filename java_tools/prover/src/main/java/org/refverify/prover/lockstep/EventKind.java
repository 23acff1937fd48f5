package org.refverify.prover.lockstep;

/** The kinds of events, which both sides must perform together and in the same order. */
enum EventKind {
  CALL(true, true),
  PUT_FIELD(true, true),
  PUT_STATIC(true, true),
  STORE_ELEMENT(true, true),
  VOLATILE_READ(true, true),
  LOCK(true, true),
  UNLOCK(true, false),
  NEW_ARRAY(false, true),
  DYNAMIC(true, true),
  LAMBDA(false, false),
  CHECK(false, true),
  /** The first use of a class whose static initialiser may have an effect. */
  INITIALISE(true, true),
  LOOP(false, false),
  RETURN(false, false),
  THROW(false, false);

  private final boolean effect;
  private final boolean mayThrow;

  EventKind(boolean effect, boolean mayThrow) {
    this.effect = effect;
    this.mayThrow = mayThrow;
  }

  /** Whether values that were read from the heap before may be outdated afterwards. */
  boolean hasEffect() {
    return effect;
  }

  boolean mayThrow() {
    return mayThrow;
  }

  boolean isEnd() {
    return this == RETURN || this == THROW;
  }
}
