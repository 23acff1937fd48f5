package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** What all workers of a campaign found together. */
final class Findings {
  /** What one worker's journal says. */
  static final class Part {
    final List<Map<?, ?>> suspects = new ArrayList<Map<?, ?>>();
    boolean ended;
    String failure;
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
  final Map<String, Map<String, Object>> entries = new LinkedHashMap<String, Map<String, Object>>();
  final List<Map<String, Object>> witnesses = new ArrayList<Map<String, Object>>();
  final Measured measured = new Measured();
  private Map<String, Object> last;

  int entryCount() {
    return entryCount;
  }

  /** Adds a journal. */
  Part read(Path journal) throws IOException {
    Part part = new Part();
    for (Map<?, ?> record : Journal.read(journal)) {
      if (measured.read(record)) {
        continue;
      }
      switch ((String) record.get("kind")) {
        case "subject":
          subject(record);
          break;
        case "progress":
        case "entry":
          entry(record);
          break;
        case "suspect":
          part.suspects.add(record);
          break;
        case "unsteady":
          unsteady.add((String) record.get("entry"));
          break;
        case "hint":
          hint = (String) record.get("entry");
          escapes |= (Boolean) record.get("escapes");
          break;
        case "failed":
          part.failure = record.get("message") + " " + record.get("trace");
          break;
        default:
          end(record);
          part.ended = true;
      }
    }
    return part;
  }

  /** A worker died at an input, by itself or by our hand. */
  void died(Beat beat, boolean hung) {
    if (measured.isBegun()) {
      measured.died();
      return;
    }
    died++;
    if (last != null) {
      last.put("executions", (Long) last.get("executions") + beat.executions());
      last.put("discarded", (Long) last.get("discarded") + beat.discarded());
    }
    if (hung && beat.phase() == Beat.Phase.NEW) {
      notes.add("POSSIBLE_NONTERMINATION");
    }
  }

  long sum(String count) {
    long sum = 0;
    for (Map<String, Object> entry : entries.values()) {
      sum += (Long) entry.get(count);
    }
    return sum;
  }

  /** An entry that is not unsteady ran, and reached the change where lines changed. */
  boolean sawSteady() {
    for (Map<String, Object> entry : entries.values()) {
      boolean ran = (Long) entry.get("executions") > 0;
      boolean reached = (Boolean) entry.get("reached") || changedOld + changedNew == 0;
      if (ran && reached && !unsteady.contains(entry.get("entry"))) {
        return true;
      }
    }
    return false;
  }

  private void subject(Map<?, ?> record) {
    entryCount = ((Long) record.get("entries")).intValue();
    methods = (Long) record.get("methods");
    reason = (String) record.get("reason");
    changedOld = (Long) record.get("changed_old");
    changedNew = (Long) record.get("changed_new");
  }

  private void entry(Map<?, ?> record) {
    String name = (String) record.get("entry");
    Map<String, Object> entry = entries.get(name);
    if (entry == null) {
      entry = new LinkedHashMap<String, Object>();
      entry.put("entry", name);
      entry.put("executions", 0L);
      entry.put("discarded", 0L);
      entry.put("reached", false);
      entries.put(name, entry);
    }
    entry.put("executions", (Long) entry.get("executions") + (Long) record.get("executions"));
    entry.put("discarded", (Long) entry.get("discarded") + (Long) record.get("discarded"));
    last = entry;
    boolean reached = (Boolean) entry.get("reached") || (Boolean) record.get("reached");
    entry.put("reached", reached);
    if (Boolean.FALSE.equals(record.get("hidden"))) {
      ranOpenly |= (Long) entry.get("executions") > 0;
      reachedOpenly |= reached;
    }
    addAll(reachedOld, record.get("reached_old"), Integer.MAX_VALUE);
    addAll(reachedNew, record.get("reached_new"), Integer.MAX_VALUE);
  }

  private void end(Map<?, ?> record) {
    dropped += (Long) record.get("dropped");
    addAll(unsupported, record.get("unsupported"), MOST_LISTED);
    if (Boolean.TRUE.equals(record.get("slower"))) {
      notes.add("SLOWER");
    }
    if (Boolean.TRUE.equals(record.get("possible_nontermination"))) {
      notes.add("POSSIBLE_NONTERMINATION");
    }
  }

  private static void addAll(Collection<String> to, Object words, int most) {
    for (Object word : (List<?>) words) {
      if (to.size() < most) {
        to.add((String) word);
      }
    }
  }
}
