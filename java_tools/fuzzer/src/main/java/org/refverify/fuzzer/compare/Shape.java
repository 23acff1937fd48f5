package org.refverify.fuzzer.compare;

import org.refverify.fuzzer.entry.ClassSet;
import org.refverify.fuzzer.entry.Renames;

/** Which classes and fields of one version have a counterpart in the other, and their one name. */
public final class Shape {
  Shape() {}

  /** The old version's shape. */
  public static Shape old(ClassSet old, ClassSet fresh, Renames renames) {
    return new Shape();
  }

  /** The new version's shape, with old names. */
  public static Shape fresh(ClassSet old, ClassSet fresh, Renames renames) {
    return new Shape();
  }
}
