package org.refverify.fuzzer.run;

import org.refverify.fuzzer.compare.Observation;

/** One run of one version. */
public final class Run {
  /** What it showed. */
  public final Observation observation;

  /** Steps taken: rounds of loops and method entries. */
  public final int steps;

  private static final int LONGEST = 300;

  /** Why it was not built or was denied, in one line of bounded length; empty otherwise. */
  public final String reason;

  Run(Observation observation, int steps, String reason) {
    this.observation = observation;
    this.steps = steps;
    this.reason = line(reason);
  }

  private static String line(String text) {
    String line = text.replace('\n', ' ').replace('\r', ' ');
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
  }
}
