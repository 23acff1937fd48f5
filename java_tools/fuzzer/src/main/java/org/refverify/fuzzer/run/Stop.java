package org.refverify.fuzzer.run;

/** Ends a run from inside; every probe throws it again, so that code that catches it ends too. */
public final class Stop extends Error {
  private static final long serialVersionUID = 1L;

  /** The reason for the end of the run. */
  enum Cause {
    /** No step is left. */
    OVERRAN,
    /** The virtual machine was asked to end. */
    EXITED,
    /** Something outside the virtual machine was requested. */
    DENIED
  }

  final Cause reason;
  final int status;

  Stop(Cause reason, int status, String what) {
    super(what, null, false, false);
    this.reason = reason;
    this.status = status;
  }
}
