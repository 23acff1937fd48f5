package org.refverify.fuzzer.run;

import org.refverify.fuzzer.compare.Observation;

/** One run of one version. */
public final class Run {
  /** What it showed. */
  public final Observation observation;

  /** Steps taken: loop turns and method entries. */
  public final int steps;

  /** Why it was not built or denied, in one line; else empty. */
  public final String reason;

  Run(Observation observation, int steps, String reason) {
    this.observation = observation;
    this.steps = steps;
    this.reason = reason;
  }
}
