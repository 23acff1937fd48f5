package org.refverify.fuzzer.campaign;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.emit.Replay;
import org.refverify.fuzzer.recipe.JsonObject;

/** A suspect in the form that its supervisor receives, to check it in clean JVMs. */
final class SuspectRecord implements JournalRecord {
  final String entry;
  final List<String> tags;

  /** See {@link Suspect#strong}. */
  final boolean strong;

  /** Whether a loop of the new version can never end. */
  final boolean endless;

  /** Whether random numbers were drawn or the clock was read. */
  final boolean chance;

  /** The end of the run of the old version, on one line. */
  final String old;

  /** The end of the run of the new version, on one line. */
  final String fresh;

  /** Entry and input, as {@link Replay} writes them. */
  final Object replay;

  SuspectRecord(Suspect suspect) {
    entry = suspect.entry.old.toString();
    tags = Lines.of(suspect.tags);
    strong = suspect.strong();
    endless = suspect.fresh.end == End.OVER_BUDGET;
    chance = suspect.tookChance;
    old = Lines.of(suspect.old, suspect.fresh);
    fresh = Lines.of(suspect.fresh, suspect.old);
    replay = Replay.write(suspect.entry, suspect.trial.input);
  }

  private SuspectRecord(JsonObject content) {
    entry = content.text("entry");
    tags = content.texts("tags");
    strong = content.truth("strong");
    endless = content.truth("endless");
    chance = content.truth("chance");
    old = content.text("old");
    fresh = content.text("new");
    replay = content.value("replay");
  }

  static SuspectRecord read(JsonObject content) {
    return new SuspectRecord(content);
  }

  @Override
  public Kind kind() {
    return Kind.SUSPECT;
  }

  @Override
  public Map<String, Object> content() {
    Map<String, Object> content = new LinkedHashMap<String, Object>();
    content.put("entry", entry);
    content.put("tags", tags);
    content.put("strong", strong);
    content.put("endless", endless);
    content.put("chance", chance);
    content.put("old", old);
    content.put("new", fresh);
    content.put("replay", replay);
    return content;
  }
}
