package org.refverify.fuzzer.run;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Stops a run that takes too much processor time, since steps can be slow. It measures the time
 * that was used, not the clock, so that a busy machine does not change the findings. It wakes a run
 * that waits, because no other thread would do so. If no probe can stop a run, or if it continues
 * to wait after every wake-up, the process ends with it.
 */
final class Watch implements Runnable {
  private static final long POLL_MILLIS = 20;
  private static final long GRACE_NANOS = 3_000_000_000L;
  private static final int PATIENT_WAKES = 5;
  private static final int PATIENCE_POLLS = 15;
  private static final int IMPATIENCE_POLLS = 4;
  private static final int MOST_WAKES = 50;
  private static volatile long number;
  private static volatile long allowed;

  private final ThreadMXBean beans = ManagementFactory.getThreadMXBean();
  private final Thread subject;
  private final Runnable alive;
  private int waiting;
  private int wakes;
  private int wakesOfRun;

  private Watch(Thread subject, Runnable alive) {
    this.subject = subject;
    this.alive = alive;
  }

  /** Watches the calling thread from here on; reports whenever it used processor time. */
  static void install(Runnable alive) {
    Thread thread = new Thread(new Watch(Thread.currentThread(), alive), "watch");
    thread.setDaemon(true);
    thread.start();
  }

  /** Starts a run that may take this much processor time. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Only the subject's thread writes it.
  static void begin(long nanos) {
    allowed = nanos;
    number++;
  }

  @Override
  @SuppressWarnings("deprecation")
  public void run() {
    long id = subject.getId();
    long seen = -1;
    long from = 0;
    long before = 0;
    while (sleep()) {
      long used = beans.getThreadCpuTime(id);
      boolean works = used > before;
      before = used;
      if (works) {
        alive.run();
      }
      boolean sameRun = number == seen;
      waiting = sameRun && !works && isWaiting() ? waiting + 1 : 0;
      if (!sameRun) {
        seen = number;
        wakesOfRun = 0;
        from = used;
      } else if (used - from > allowed) {
        expire(used - from - allowed);
      }
      wake();
    }
  }

  private static void expire(long beyond) {
    Probe.expire();
    if (beyond > GRACE_NANOS) {
      Runtime.getRuntime().halt(Session.STUCK);
    }
  }

  private void wake() {
    int patience = wakes < PATIENT_WAKES ? PATIENCE_POLLS : IMPATIENCE_POLLS;
    if (waiting == patience) {
      wakes++;
      wakesOfRun++;
      Probe.wake();
      subject.interrupt();
    }
    if (waiting > patience + PATIENCE_POLLS || wakesOfRun > MOST_WAKES) {
      Runtime.getRuntime().halt(Session.STUCK);
    }
  }

  private boolean isWaiting() {
    switch (subject.getState()) {
      case BLOCKED:
      case WAITING:
      case TIMED_WAITING:
        return true;
      default:
        return false;
    }
  }

  private static boolean sleep() {
    try {
      Thread.sleep(POLL_MILLIS);
      return true;
    } catch (InterruptedException end) {
      return false;
    }
  }
}
