package org.refverify.fuzzer.compare;

/** How a run ended. */
public enum End {
  /** It returned. */
  RETURNED,
  /** It threw. */
  THREW,
  /** It ended the virtual machine ({@code System.exit}, {@code Runtime.halt}). */
  EXITED,
  /** It took more steps than allowed. */
  OVER_BUDGET,
  /** The heap was exhausted. */
  OUT_OF_MEMORY,
  /** The stack was exhausted. */
  STACK_OVERFLOW,
  /** The input could not be built in this version, so there was no call. */
  NOT_BUILT,
  /** It requested something that is denied here (a file, the network, a process, native code). */
  DENIED
}
