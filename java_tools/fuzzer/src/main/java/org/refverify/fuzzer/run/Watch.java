package org.refverify.fuzzer.run;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Stops a run that takes too much processor time: steps can be slow. It looks at time that was
 * used, not at the clock, so that a busy machine does not change what is found.
 */
final class Watch implements Runnable {
  private static final long POLL_MILLIS = 20;
  private static volatile long number;
  private static volatile long allowed;

  private final ThreadMXBean beans = ManagementFactory.getThreadMXBean();
  private final long subject;

  private Watch(long subject) {
    this.subject = subject;
  }

  /** Watches the calling thread from here on. */
  static void install() {
    Thread thread = new Thread(new Watch(Thread.currentThread().getId()), "watch");
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
    while (!Thread.currentThread().isInterrupted()) {
      long used = beans.getThreadCpuTime(subject);
      if (number != seen) {
        seen = number;
        from = used;
      } else if (used - from > allowed) {
        Probe.expire();
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException end) {
        return;
      }
    }
  }
}
