package org.refverify.fuzzer.run;

/** Ends a run from inside; every probe throws it again, so that code that catches it ends too. */
public final class Stop extends Error {
  private static final long serialVersionUID = 1L;

  /** Why the run ends. */
  enum Cause {
    /** No step is left. */
    OVERRAN,
    /** The virtual machine was asked to end. */
    EXITED,
    /** The outside world was asked for. */
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
