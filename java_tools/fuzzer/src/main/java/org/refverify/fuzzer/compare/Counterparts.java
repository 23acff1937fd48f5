package org.refverify.fuzzer.compare;

import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.ClassSet;
import org.refverify.fuzzer.entry.Renames;

/**
 * Finds the classes and fields that have a counterpart in the other version, and gives both one
 * name.
 */
public final class Counterparts {
  private final GraphNames old;
  private final GraphNames fresh;

  private Counterparts(GraphNames old, GraphNames fresh) {
    this.old = old;
    this.fresh = fresh;
  }

  /** Compares the own classes of two versions. */
  public static Counterparts of(ClassFiles old, ClassFiles fresh, Renames renames) {
    ClassSet olds = old.set();
    ClassSet news = fresh.set();
    Renames back = renames.inverse();
    return new Counterparts(
        new GraphNames(olds, news, renames, Renames.NONE, back),
        new GraphNames(news, olds, back, back, Renames.NONE));
  }

  /** A writer for one loader of one version. */
  public GraphWriter writer(boolean ofFresh) {
    return new GraphWriter(ofFresh ? fresh : old);
  }
}
