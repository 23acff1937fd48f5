package org.refverify.fuzzer.entry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The entries of a comparison, best first, or why there is none. */
public final class Entries {
  /** Open ones first, then nearest to the change, then by name. */
  public final List<Entry> list;

  /** Why there is no entry; null where there is one. */
  public final String reason;

  Entries(List<Entry> list, String reason) {
    this.list = Collections.unmodifiableList(new ArrayList<Entry>(list));
    this.reason = reason;
  }

  /** Methods present on both sides from which a changed method can be reached. */
  public static Entries changed(
      ClassSet old, ClassSet fresh, Renames renames, Difference difference) {
    return new Entries(Collections.<Entry>emptyList(), "not written yet");
  }

  /** Every non-private method of the tree, for runs of identical code on both sides. */
  public static Entries everything(ClassSet tree) {
    return new Entries(Collections.<Entry>emptyList(), "not written yet");
  }
}
