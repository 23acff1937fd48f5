package org.refverify.fuzzer.campaign;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** What was done so far, over all entries of one worker. */
final class Counts {
  /** One-sided overruns that are run again with more steps. */
  static final int MOST_OVERRUNS = 4;

  int executions;
  int discarded;
  int dropped;
  int nondeterministic;
  int overruns;
  int onesided;
  boolean slower;
  boolean possibleNontermination;
  final SortedSet<String> unsupported = new TreeSet<String>();

  /** As the journal keeps it. */
  Map<String, Object> record() {
    Map<String, Object> record = new LinkedHashMap<String, Object>();
    record.put("executions", executions);
    record.put("discarded", discarded);
    record.put("dropped", dropped);
    record.put("slower", slower);
    record.put("possible_nontermination", possibleNontermination);
    record.put("unsupported", unsupported);
    return record;
  }
}
