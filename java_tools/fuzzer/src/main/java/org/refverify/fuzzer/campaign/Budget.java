package org.refverify.fuzzer.campaign;

import java.util.List;
import org.refverify.fuzzer.entry.Entry;

/**
 * Shares the budget among the entries: more for those nearer to the change, little for hidden ones,
 * and much for methods that are likely to differ.
 */
final class Budget {
  private static final int LEAST = 50;
  private static final double HIDDEN = 0.1;

  /** The share of one entry. */
  static final class Share {
    /** The entry's number. */
    final int number;

    /** Inputs with a lower index were run by an earlier worker. */
    final int from;

    /** The number of inputs that may run. */
    final int executions;

    private final long deadline;

    Share(int number, int from, int executions, long deadline) {
      this.number = number;
      this.from = from;
      this.executions = executions;
      this.deadline = deadline;
    }

    /** The share, in the same turn, of a caller that gets the values of a hint. */
    Share forHint(int most) {
      return new Share(number, 0, most, deadline);
    }

    boolean goesOn() {
      return System.nanoTime() < deadline;
    }
  }

  private Budget() {}

  /** The part of the remaining budget that entry {@code number} gets. */
  static int executions(List<Entry> entries, int number, int left, Focus focus) {
    double all = 0;
    for (int i = number; i < entries.size(); i++) {
      all += weight(entries.get(i), focus);
    }
    return Math.max(LEAST, (int) (left * weight(entries.get(number), focus) / all));
  }

  private static double weight(Entry entry, Focus focus) {
    double more = focus.isOn(entry) ? Focus.WEIGHT : 1;
    return more * (entry.hidden ? HIDDEN : 1.0) / (1 + entry.distance);
  }
}
