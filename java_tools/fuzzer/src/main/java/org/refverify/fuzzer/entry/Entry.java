package org.refverify.fuzzer.entry;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** A method that exists on both sides and through which a changed method can be reached. */
public final class Entry {
  /** How the arguments of one version's call become those of the other's. */
  public enum Adapter {
    /** The same owner and descriptor on both sides. */
    SAME,
    /** Moved or renamed: static on both sides with the same parameters. */
    STATIC_TO_STATIC,
    /** Moved: the old receiver is one of the new parameters, or vice versa. */
    RECEIVER_TO_PARAMETER
  }

  /** The method in the old version. */
  public final MethodName old;

  /** The method in the new version; equal to {@link #old} unless adapted. */
  public final MethodName fresh;

  /** How the new call is made. */
  public final Adapter adapter;

  /** Binary name of the concrete receiver class; null for static methods and constructors. */
  public final String receiver;

  /** Whether a user's code cannot call it: a difference here is only a hint, not yet an alarm. */
  public final boolean hidden;

  /** Number of calls between this method and the nearest changed one; 0 if it changed itself. */
  public final int distance;

  /** The changed methods that can be reached from here. */
  public final SortedSet<MethodName> reaches;

  /** Copies the set. */
  public Entry(
      MethodName old,
      MethodName fresh,
      Adapter adapter,
      String receiver,
      boolean hidden,
      int distance,
      SortedSet<MethodName> reaches) {
    this.old = old;
    this.fresh = fresh;
    this.adapter = adapter;
    this.receiver = receiver;
    this.hidden = hidden;
    this.distance = distance;
    this.reaches = Collections.unmodifiableSortedSet(new TreeSet<MethodName>(reaches));
  }
}
