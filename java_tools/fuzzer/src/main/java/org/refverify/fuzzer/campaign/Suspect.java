package org.refverify.fuzzer.campaign;

import java.util.SortedSet;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.compare.Tag;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.input.Trial;

/** An input for which the versions repeatedly differ within the worker. */
final class Suspect {
  final Entry entry;
  final Trial trial;
  final SortedSet<Tag> tags;
  final Observation old;
  final Observation fresh;

  /** Whether random numbers were drawn or the clock was read. */
  final boolean tookChance;

  Suspect(
      Entry entry,
      Trial trial,
      SortedSet<Tag> tags,
      Observation old,
      Observation fresh,
      boolean tookChance) {
    this.entry = entry;
    this.trial = trial;
    this.tags = tags;
    this.old = old;
    this.fresh = fresh;
    this.tookChance = tookChance;
  }

  /** Whether it shows more than exhaustion, rounding or an effect of absurd input. */
  boolean strong() {
    for (Tag tag : tags) {
      if (tag != Tag.RESOURCE && tag != Tag.ROBUSTNESS && tag != Tag.FP_ROUNDING) {
        return true;
      }
    }
    return false;
  }
}
