package org.refverify.fuzzer.campaign;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A difference that appeared in clean JVMs. */
final class Witness {
  private final SuspectRecord suspect;
  private final String call;
  private final WrittenTest test;
  final List<String> tags;
  private final String old;
  private final String fresh;

  private Witness(
      SuspectRecord suspect,
      String call,
      WrittenTest test,
      List<String> tags,
      String old,
      String fresh) {
    this.suspect = suspect;
    this.call = call;
    this.test = test;
    this.tags = tags;
    this.old = old;
    this.fresh = fresh;
  }

  /** A test shows it. */
  static Witness tested(SuspectRecord suspect, String call, WrittenTest test) {
    return new Witness(suspect, call, test, suspect.tags, suspect.old, suspect.fresh);
  }

  /**
   * A witness without a test, because none can be written; clean JVMs observed these tags and these
   * ends.
   */
  static Witness observed(
      SuspectRecord suspect, String call, List<String> tags, String old, String fresh) {
    return new Witness(suspect, call, new WrittenTest("", ""), tags, old, fresh);
  }

  /** The record for the result. */
  Map<String, Object> record() {
    Map<String, Object> record = new LinkedHashMap<String, Object>();
    record.put("entry", suspect.entry);
    record.put("tags", tags);
    record.put("call", call);
    record.put("old", old);
    record.put("new", fresh);
    record.put("test_class", test.className);
    record.put("test", test.source);
    record.put("replay", suspect.replay);
    return record;
  }
}
