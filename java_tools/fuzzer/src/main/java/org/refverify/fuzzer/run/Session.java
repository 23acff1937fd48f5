package org.refverify.fuzzer.run;

/** The process that runs subjects: prepared once, reset before every run. */
public final class Session {
  /** Exit status of the process where a run could not be stopped. */
  public static final int STUCK = 9;

  private static final long LEAST_NANOS = 300_000_000L;
  private static final long MOST_NANOS = 1_500_000_000L;
  private static final int MANY = 1_000_000;

  private Session() {}

  /**
   * Takes over streams and randomness of this process; nothing it prints is seen from here on.
   *
   * @param alive called from another thread whenever runs use processor time
   */
  public static void prepare(Runnable alive) {
    FixedRandom.install();
    Streams.install();
    Watch.install(alive);
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
    Thread.interrupted();
    Probe.begin(budget);
    Watch.begin(budget > MANY ? MOST_NANOS : LEAST_NANOS);
    World.begin(world);
    Streams.OUT.begin();
    Streams.ERR.begin();
  }
}
