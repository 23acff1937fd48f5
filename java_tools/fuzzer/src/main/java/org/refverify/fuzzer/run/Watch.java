package org.refverify.fuzzer.run;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Stops a run that takes too much processor time: steps can be slow. It looks at time that was
 * used, not at the clock, so that a busy machine does not change what is found. A run that no probe
 * can stop takes the process with it.
 */
final class Watch implements Runnable {
  private static final long POLL_MILLIS = 20;
  private static final long GRACE_NANOS = 3_000_000_000L;
  private static final int STUCK = 9;
  private static volatile long number;
  private static volatile long allowed;

  private final ThreadMXBean beans = ManagementFactory.getThreadMXBean();
  private final long subject;
  private final Runnable alive;

  private Watch(long subject, Runnable alive) {
    this.subject = subject;
    this.alive = alive;
  }

  /** Watches the calling thread from here on; tells whenever it used processor time. */
  @SuppressWarnings("deprecation")
  static void install(Runnable alive) {
    Thread thread = new Thread(new Watch(Thread.currentThread().getId(), alive), "watch");
    thread.setDaemon(true);
    thread.start();
  }

  /** A run begins that may take so much processor time. */
  static void begin(long nanos) {
    allowed = nanos;
    number++;
  }

  @Override
  public void run() {
    long seen = -1;
    long from = 0;
    long before = 0;
    while (!Thread.currentThread().isInterrupted()) {
      long used = beans.getThreadCpuTime(subject);
      if (used > before) {
        before = used;
        alive.run();
      }
      if (number != seen) {
        seen = number;
        from = used;
      } else if (used - from > allowed) {
        Probe.expire();
        if (used - from > allowed + GRACE_NANOS) {
          Runtime.getRuntime().halt(STUCK);
        }
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException end) {
        return;
      }
    }
  }
}
