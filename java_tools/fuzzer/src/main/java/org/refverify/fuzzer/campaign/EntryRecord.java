package org.refverify.fuzzer.campaign;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.refverify.fuzzer.recipe.JsonObject;

/** The result of one entry's turn, final or so far. */
final class EntryRecord implements JournalRecord {
  private final Kind kind;
  final String entry;
  final boolean hidden;

  /** The number of inputs that ran on both versions; 0 during the turn. */
  final long executions;

  /** The number of inputs that could not be built or run; 0 during the turn. */
  final long discarded;

  /** Changed lines of the old version that were executed, as {@code class:line}. */
  final SortedSet<String> reachedOld;

  /** Changed lines of the new version that were executed. */
  final SortedSet<String> reachedNew;

  private EntryRecord(
      Kind kind,
      String entry,
      boolean hidden,
      long[] counts,
      Collection<String> reachedOld,
      Collection<String> reachedNew) {
    this.kind = kind;
    this.entry = entry;
    this.hidden = hidden;
    this.executions = counts[0];
    this.discarded = counts[1];
    this.reachedOld = new TreeSet<String>(reachedOld);
    this.reachedNew = new TreeSet<String>(reachedNew);
  }

  /**
   * A record during the turn, without counts: if the worker died now, its {@link Beat} would
   * contain them, and they must not be added twice.
   */
  static EntryRecord progress(
      String entry, boolean hidden, Collection<String> old, Collection<String> fresh) {
    return new EntryRecord(Kind.PROGRESS, entry, hidden, new long[2], old, fresh);
  }

  /** The record at the end of the turn. */
  EntryRecord ended(long ran, long thrownAway) {
    long[] counts = {ran, thrownAway};
    return new EntryRecord(Kind.ENTRY, entry, hidden, counts, reachedOld, reachedNew);
  }

  static EntryRecord read(Kind kind, JsonObject content) {
    return new EntryRecord(
        kind,
        content.text("entry"),
        content.truth("hidden"),
        new long[] {content.number("executions"), content.number("discarded")},
        content.texts("reached_old"),
        content.texts("reached_new"));
  }

  /** Whether a changed line was executed. */
  boolean reached() {
    return !reachedOld.isEmpty() || !reachedNew.isEmpty();
  }

  @Override
  public Kind kind() {
    return kind;
  }

  @Override
  public Map<String, Object> content() {
    Map<String, Object> content = new LinkedHashMap<String, Object>();
    content.put("entry", entry);
    content.put("hidden", hidden);
    content.put("executions", executions);
    content.put("discarded", discarded);
    content.put("reached_old", reachedOld);
    content.put("reached_new", reachedNew);
    return content;
  }
}
