package org.refverify.fuzzer.compare;

/** The parts of an observation, in the order in which they are written. */
public enum Part {
  /** How the call ended, and the exit status. */
  END,
  /** Returned value. */
  RESULT,
  /** Class of what was thrown, and of its causes. */
  EXCEPTION,
  /** Messages of what was thrown: weak evidence. */
  MESSAGE,
  /** Receiver after the call. */
  RECEIVER,
  /** Arguments after the call. */
  ARGUMENTS,
  /** Static fields of changed classes. */
  STATICS,
  /** Standard output and standard error. */
  OUTPUT,
  /** Calls on stand-ins and effects on the redirected world. */
  TRACE
}
