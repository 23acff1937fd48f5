package org.refverify.fuzzer.campaign;

/** What a campaign ends with. */
enum Verdict {
  /** A difference showed in clean JVMs. */
  NON_EQUIVALENT,
  /** The old version differs from itself wherever the change could be seen. */
  NONDETERMINISTIC,
  /** Nothing that ran had to do with the change. */
  UNREACHED,
  /** No input could be run. */
  UNSUPPORTED,
  /** No difference, as far as the inputs went. */
  EQUIVALENT_UP_TO
}
