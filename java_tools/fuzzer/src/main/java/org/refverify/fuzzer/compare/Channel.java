package org.refverify.fuzzer.compare;

/** The channels through which a run can be observed. */
public enum Channel {
  /** The returned value; for a constructor the created object. */
  RETURN,
  /** The class of the exception that was thrown, of its causes and of suppressed ones. */
  EXCEPTION,
  /** Its message: a weak signal, which never raises an alarm alone. */
  MESSAGE,
  /** The receiver afterwards. */
  RECEIVER,
  /** All arguments afterwards. */
  ARGUMENTS,
  /** Static fields of the changed classes. */
  STATICS,
  /** Standard output, as text. */
  STDOUT,
  /** Standard error, as text. */
  STDERR,
  /** The calls that stand-ins received, with their arguments, in order. */
  STAND_INS,
  /** The status given to {@code System.exit}. */
  EXIT
}
