package org.refverify.fuzzer.run;

import java.util.Arrays;

/**
 * The methods that instrumented code calls. There is one run at a time, so the state is static:
 * this is the hot path.
 */
public final class Probe {
  private static final int ELEMENTS = 64;
  private static byte[] hits = new byte[1 << 12];
  private static byte[] lines = new byte[1 << 8];
  private static int given;
  private static int left;
  private static boolean novel;
  private static Stop stop;
  private static boolean expired;
  private static boolean woken;

  private Probe() {}

  /** Called when a block of the subject's own code begins. */
  public static void hit(int id) {
    if (hits[id] == 0) {
      hits[id] = 1;
      novel = true;
    }
  }

  /** Called when a changed line begins. */
  public static void line(int id) {
    lines[id] = 1;
  }

  /** Called when a method begins or a loop starts another round. */
  public static void step() {
    if (--left < 0 || expired) {
      over();
    }
  }

  /** Called when an array is created: {@value #ELEMENTS} elements cost a step. */
  public static void array(int length) {
    int cost = length / ELEMENTS;
    if (cost > left) {
      over();
    } else if (cost > 0) {
      left -= cost;
    }
  }

  /** Called when code that catches everything has caught something. */
  public static void caught() {
    if (stop != null) {
      throw stop;
    }
  }

  @SuppressWarnings("StaticAssignmentOfThrowable") // Thrown again if the subject catches it.
  static void end(Stop cause) {
    if (stop == null) {
      stop = cause;
      given -= Math.max(left, 0);
      left = 0;
    }
    throw stop;
  }

  private static void over() {
    end(new Stop(Stop.Cause.OVERRAN, 0, "over budget"));
  }

  @SuppressWarnings("StaticAssignmentOfThrowable")
  static void begin(int budget) {
    given = budget;
    left = budget;
    stop = null;
    expired = false;
    woken = false;
  }

  /** Called from another thread when the run has used its time. */
  static void expire() {
    expired = true;
  }

  /** Called from another thread when the run waits for something that never happens. */
  static void wake() {
    woken = true;
    expired = true;
  }

  /** Whether the run was woken, so that its end has no meaning. */
  static boolean wasWoken() {
    return woken;
  }

  static Stop stop() {
    return stop;
  }

  static int steps() {
    return given - Math.max(left, 0);
  }

  /** Whether a block ran for the first time since the last question. */
  static boolean takeNovel() {
    boolean was = novel;
    novel = false;
    return was;
  }

  static void forgetHits() {
    Arrays.fill(hits, (byte) 0);
    Arrays.fill(lines, (byte) 0);
    novel = false;
  }

  static boolean reached(int line) {
    return lines[line] != 0;
  }

  static void reserve(int hitIds, int lineIds) {
    if (hits.length < hitIds) {
      hits = Arrays.copyOf(hits, 2 * hitIds);
    }
    if (lines.length < lineIds) {
      lines = Arrays.copyOf(lines, 2 * lineIds);
    }
  }
}
