package org.refverify.fuzzer.entry;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What differs between the byte codes of two versions once what cannot matter is normalised. */
public final class Difference {
  /** Methods of the old version whose code is not the same, or which have no counterpart. */
  public final SortedSet<MethodName> old = new TreeSet<MethodName>();

  /** The same of the new version. */
  public final SortedSet<MethodName> fresh = new TreeSet<MethodName>();

  /** Changed source lines of the old version by binary class name; empty without debug info. */
  public final SortedMap<String, SortedSet<Integer>> oldLines =
      new TreeMap<String, SortedSet<Integer>>();

  /** The same of the new version. */
  public final SortedMap<String, SortedSet<Integer>> freshLines =
      new TreeMap<String, SortedSet<Integer>>();

  Difference() {}

  /** Compares all own classes. */
  public static Difference between(ClassSet old, ClassSet fresh, Renames renames) {
    return new Difference();
  }

  /** Whether no method's code differs. */
  public boolean isEmpty() {
    return old.isEmpty() && fresh.isEmpty();
  }

  static SortedSet<Integer> linesOf(SortedMap<String, SortedSet<Integer>> lines, String owner) {
    SortedSet<Integer> found = lines.get(owner);
    return found == null ? Collections.<Integer>emptySortedSet() : found;
  }
}
