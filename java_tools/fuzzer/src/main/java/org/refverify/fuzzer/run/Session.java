package org.refverify.fuzzer.run;

/** The process that runs subjects: prepared once, reset before every run. */
public final class Session {
  private static final long LEAST_NANOS = 300_000_000L;
  private static final long NANOS_PER_STEP = 40;

  private Session() {}

  /** Takes over streams and randomness of this process; nothing it prints is seen from here on. */
  public static void prepare() {
    FixedRandom.install();
    Streams.install();
    Watch.install();
  }

  /** A new search begins: blocks that ran before count as new again. */
  public static void forgetCoverage() {
    Probe.forgetHits();
  }

  /** Whether a block ran for the first time since the last question. */
  public static boolean sawNewCode() {
    return Probe.takeNovel();
  }

  static void begin(long world, int budget) {
    Probe.begin(budget);
    Watch.begin(Math.max(LEAST_NANOS, budget * NANOS_PER_STEP));
    World.begin(world);
    Streams.OUT.begin();
    Streams.ERR.begin();
  }
}
