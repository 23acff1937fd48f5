package org.refverify.fuzzer.campaign;

import java.util.SortedSet;
import java.util.TreeSet;

/** What was done so far, over all entries of one worker. */
final class Counts {
  /** One-sided overruns that are run again with more steps. */
  static final int MOST_OVERRUNS = 4;

  int executions;
  int dropped;
  int nondeterministic;
  int overruns;
  int onesided;
  boolean slower;
  boolean possibleNontermination;
  final SortedSet<String> unsupported = new TreeSet<String>();

  /** What the journal keeps of it; what each entry did has records of its own. */
  EndRecord record() {
    return new EndRecord(dropped, slower, possibleNontermination, unsupported);
  }
}
