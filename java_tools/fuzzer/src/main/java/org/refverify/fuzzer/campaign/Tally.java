package org.refverify.fuzzer.campaign;

import java.util.LinkedHashMap;
import java.util.Map;

/** The work of all workers on one entry. */
final class Tally {
  final String entry;
  private long executions;
  private long discarded;
  private boolean reached;

  Tally(String entry) {
    this.entry = entry;
  }

  void add(long ran, long thrownAway) {
    executions += ran;
    discarded += thrownAway;
  }

  void add(EntryRecord record) {
    add(record.executions, record.discarded);
    reached |= record.reached();
  }

  long executions() {
    return executions;
  }

  long discarded() {
    return discarded;
  }

  /** Whether a changed line was executed. */
  boolean reached() {
    return reached;
  }

  /** The record for the result. */
  Map<String, Object> record() {
    Map<String, Object> record = new LinkedHashMap<String, Object>();
    record.put("entry", entry);
    record.put("executions", executions);
    record.put("discarded", discarded);
    record.put("reached", reached);
    return record;
  }
}
