package org.refverify.fuzzer.campaign;

import java.util.SortedSet;
import java.util.TreeSet;

/** The work so far, over all entries of one worker. */
final class Counts {
  /** The greatest number of one-sided overruns to repeat with more steps. */
  static final int MOST_OVERRUNS = 4;

  int executions;
  int dropped;
  int nondeterministic;
  int overruns;
  int onesided;
  boolean slower;
  boolean possibleNontermination;
  final SortedSet<String> unsupported = new TreeSet<String>();

  /** The part that goes into the journal; each entry has its own records. */
  EndRecord record() {
    return new EndRecord(dropped, slower, possibleNontermination, unsupported);
  }
}
