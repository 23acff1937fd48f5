package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The findings of all workers of a campaign together. */
final class Findings {
  /** The content of one worker's journal. */
  static final class Part {
    final List<SuspectRecord> suspects = new ArrayList<SuspectRecord>();
    boolean ended;
    FailureRecord failure;
  }

  private static final int MOST_LISTED = 100;

  private int entryCount;
  long methods;

  /**
   * A hidden method that differs although no caller showed the difference; empty if there is none.
   */
  String hint = "";

  /** Whether code can call one of these methods if it gets an object of its class. */
  boolean escapes;

  boolean reachedOpenly;
  boolean ranOpenly;
  String reason = "";

  /** A method that overrides an external one in one version only; empty if there is none. */
  String overriding = "";

  long changedOld;
  long changedNew;
  long dropped;
  int refuted;
  int died;

  /** Entries whose old version differs from itself. */
  final SortedSet<String> unsteady = new TreeSet<String>();

  final SortedSet<String> reachedOld = new TreeSet<String>();
  final SortedSet<String> reachedNew = new TreeSet<String>();
  final SortedSet<String> unsupported = new TreeSet<String>();
  final SortedSet<String> notes = new TreeSet<String>();
  final Map<String, Tally> entries = new LinkedHashMap<String, Tally>();
  final List<Witness> witnesses = new ArrayList<Witness>();
  final Measured measured = new Measured();
  private Tally last;

  int entryCount() {
    return entryCount;
  }

  /** Adds a journal. */
  Part read(Path journal) throws IOException {
    Part part = new Part();
    for (Journal.Line line : Journal.read(journal)) {
      if (!measured.read(line)) {
        read(line, part);
      }
    }
    return part;
  }

  private void read(Journal.Line line, Part part) {
    switch (line.kind) {
      case SUBJECT:
        subject(SubjectRecord.read(line.content));
        break;
      case PROGRESS:
      case ENTRY:
        entry(EntryRecord.read(line.kind, line.content));
        break;
      case SUSPECT:
        part.suspects.add(SuspectRecord.read(line.content));
        break;
      case UNSTEADY:
        unsteady.add(UnsteadyRecord.read(line.content).entry);
        break;
      case HINT:
        hint(HintRecord.read(line.content));
        break;
      case FAILED:
        part.failure = FailureRecord.read(line.content);
        break;
      case END:
        end(EndRecord.read(line.content));
        part.ended = true;
        break;
      default:
        throw new IllegalArgumentException("no record of a worker's journal: " + line.kind);
    }
  }

  /** Records that a worker died at an input, on its own or because it was killed. */
  void died(Beat beat, boolean hung) {
    if (measured.isBegun()) {
      measured.died();
      return;
    }
    died++;
    if (last != null) {
      last.add(beat.executions(), beat.discarded());
    }
    if (hung && beat.phase() == Beat.Phase.NEW) {
      notes.add("POSSIBLE_NONTERMINATION");
    }
  }

  /** The number of inputs that ran, over all entries. */
  long executions() {
    long sum = 0;
    for (Tally entry : entries.values()) {
      sum += entry.executions();
    }
    return sum;
  }

  /** The number of inputs that could not be built or run, over all entries. */
  long discarded() {
    long sum = 0;
    for (Tally entry : entries.values()) {
      sum += entry.discarded();
    }
    return sum;
  }

  /** Whether a steady entry ran and reached the change, if any lines changed. */
  boolean sawSteady() {
    for (Tally entry : entries.values()) {
      // If no line changed (a field's initial value, a signature), there is none to reach.
      boolean reached = entry.reached() || changedOld + changedNew == 0;
      if (entry.executions() > 0 && reached && !unsteady.contains(entry.entry)) {
        return true;
      }
    }
    return false;
  }

  private void subject(SubjectRecord record) {
    entryCount = record.entries;
    methods = record.methods;
    reason = record.reason;
    changedOld = record.changedOld;
    changedNew = record.changedNew;
    overriding = record.overriding;
  }

  private void entry(EntryRecord record) {
    Tally tally = entries.computeIfAbsent(record.entry, Tally::new);
    tally.add(record);
    last = tally;
    if (!record.hidden) {
      ranOpenly |= tally.executions() > 0;
      reachedOpenly |= tally.reached();
    }
    reachedOld.addAll(record.reachedOld);
    reachedNew.addAll(record.reachedNew);
  }

  private void hint(HintRecord record) {
    hint = record.entry;
    escapes |= record.escapes;
  }

  private void end(EndRecord record) {
    dropped += record.dropped;
    for (String each : record.unsupported) {
      if (unsupported.size() < MOST_LISTED) {
        unsupported.add(each);
      }
    }
    if (record.slower) {
      notes.add("SLOWER");
    }
    if (record.possibleNontermination) {
      notes.add("POSSIBLE_NONTERMINATION");
    }
  }
}
