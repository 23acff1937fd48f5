package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** What all workers of a campaign found together. */
final class Findings {
  /** What one worker's journal says. */
  static final class Part {
    final List<SuspectRecord> suspects = new ArrayList<SuspectRecord>();
    boolean ended;
    FailureRecord failure;
  }

  private static final int MOST_LISTED = 100;

  private int entryCount;
  long methods;

  /** A hidden method that differs although no caller was seen to show it; empty where none does. */
  String hint = "";

  /** One of these can be called by anyone who is given its object. */
  boolean escapes;

  boolean reachedOpenly;
  boolean ranOpenly;
  String reason = "";

  /** A method that overrides a foreign one in one version only; empty for none. */
  String overriding = "";

  long changedOld;
  long changedNew;
  long dropped;
  int refuted;
  int died;

  /** Entries of which the old version differs from itself. */
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

  /** A worker died at an input, by itself or by our hand. */
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

  /** Inputs that ran, over all entries. */
  long executions() {
    long sum = 0;
    for (Tally entry : entries.values()) {
      sum += entry.executions();
    }
    return sum;
  }

  /** Inputs that could not be made or run, over all entries. */
  long discarded() {
    long sum = 0;
    for (Tally entry : entries.values()) {
      sum += entry.discarded();
    }
    return sum;
  }

  /** An entry that is not unsteady ran, and reached the change where lines changed. */
  boolean sawSteady() {
    for (Tally entry : entries.values()) {
      // Where no line changed (a field's initial value, a signature), there is none to reach.
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
