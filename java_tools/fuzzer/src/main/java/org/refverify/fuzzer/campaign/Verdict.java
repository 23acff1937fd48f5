package org.refverify.fuzzer.campaign;

/** The result of a campaign. */
enum Verdict {
  /** A difference appeared in clean JVMs. */
  NON_EQUIVALENT,
  /** The old version differs from itself wherever the change could be observed. */
  NONDETERMINISTIC,
  /** No code of the change ran. */
  UNREACHED,
  /** No input could be run. */
  UNSUPPORTED,
  /** No difference appeared with the inputs that ran. */
  EQUIVALENT_UP_TO
}
