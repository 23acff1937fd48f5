package org.refverify.fuzzer.run;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;

/** The process that runs subjects: prepared once, reset before every run. */
public final class Session {
  /** Exit status of the process if a run could not be stopped. */
  public static final int STUCK = 9;

  private static final long LEAST_NANOS = 300_000_000L;
  private static final long MOST_NANOS = 1_500_000_000L;
  private static final long SHORTEST_NANOS = 20_000_000L;
  private static final long NANOS_OF_STEP = 3_000L;
  private static final int MANY = 1_000_000;

  private Session() {}

  /**
   * Takes over streams and randomness of this process; nothing that it prints is visible from here
   * on.
   *
   * @param alive called from another thread whenever runs use processor time
   */
  public static void prepare(Runnable alive) {
    FixedRandom.install();
    Streams.install();
    Watch.install(alive);
  }

  /** Starts a new search: blocks that ran before count as new again. */
  public static void forgetCoverage() {
    Probe.forgetHits();
    Compared.forgetNearest();
  }

  /** Whether a block ran for the first time since the last question. */
  public static boolean sawNewCode() {
    return Probe.takeNovel();
  }

  /** Whether a comparison came closer to equality than ever before, since the last question. */
  public static boolean cameNearer() {
    return Compared.takeNearer();
  }

  /** Forgets earlier comparisons. */
  public static void forgetClues() {
    Compared.forget();
  }

  /**
   * The values that the subject's code compared since {@link #forgetClues()}, without repetition;
   * empty if a remaining thread of the subject adds to them at this moment.
   */
  public static List<Clue> clues() {
    try {
      return new ArrayList<Clue>(Compared.clues());
    } catch (ConcurrentModificationException | ArrayIndexOutOfBoundsException strayThread) {
      return new ArrayList<Clue>();
    }
  }

  private static long nanos(int steps) {
    return Math.min(LEAST_NANOS, Math.max(SHORTEST_NANOS, steps * NANOS_OF_STEP));
  }

  /** Whether the last run was stopped because a loop returned to an earlier state. */
  public static boolean sawEndlessLoop() {
    return Loops.isEndless();
  }

  /** Whether runs since {@link #forgetChance()} drew random numbers or read the clock. */
  public static boolean tookChance() {
    return World.tookChance();
  }

  /** Forgets earlier random numbers and uses of the clock. */
  public static void forgetChance() {
    World.forgetChance();
  }

  static void begin(long world, int budget) {
    Thread.interrupted();
    Probe.begin(budget);
    Loops.begin();
    Watch.begin(budget > MANY ? MOST_NANOS : nanos(budget));
    World.begin(world);
    Streams.OUT.begin();
    Streams.ERR.begin();
  }
}
