package org.refverify.fuzzer.campaign;

import java.util.LinkedHashMap;
import java.util.Map;
import org.refverify.fuzzer.recipe.JsonObject;

/** What there is to fuzz. */
final class SubjectRecord implements JournalRecord {
  /** The number of entries that get a turn. */
  final int entries;

  /** The number of methods that are entries, regardless of the number of their receivers. */
  final long methods;

  /** Why there is no entry; empty if there is one. */
  final String reason;

  /** The number of changed lines of the old version. */
  final long changedOld;

  /** The number of changed lines of the new version. */
  final long changedNew;

  /** A method that overrides an external one in one version only; empty if there is none. */
  final String overriding;

  SubjectRecord(
      int entries,
      long methods,
      String reason,
      long changedOld,
      long changedNew,
      String overriding) {
    this.entries = entries;
    this.methods = methods;
    this.reason = reason;
    this.changedOld = changedOld;
    this.changedNew = changedNew;
    this.overriding = overriding;
  }

  static SubjectRecord of(Subject subject) {
    return new SubjectRecord(
        subject.entries.size(),
        subject.methods(),
        subject.reason,
        Subject.count(subject.difference.oldLines),
        Subject.count(subject.difference.freshLines),
        subject.overriding());
  }

  static SubjectRecord read(JsonObject content) {
    return new SubjectRecord(
        Math.toIntExact(content.number("entries")),
        content.number("methods"),
        content.text("reason"),
        content.number("changed_old"),
        content.number("changed_new"),
        content.text("overriding"));
  }

  @Override
  public Kind kind() {
    return Kind.SUBJECT;
  }

  @Override
  public Map<String, Object> content() {
    Map<String, Object> content = new LinkedHashMap<String, Object>();
    content.put("entries", entries);
    content.put("methods", methods);
    content.put("reason", reason);
    content.put("changed_old", changedOld);
    content.put("changed_new", changedNew);
    content.put("overriding", overriding);
    return content;
  }
}
