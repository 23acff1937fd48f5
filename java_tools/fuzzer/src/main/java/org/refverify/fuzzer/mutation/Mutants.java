package org.refverify.fuzzer.mutation;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import org.refverify.fuzzer.entry.ClassSet;
import org.refverify.fuzzer.entry.MethodName;

/** Chooses and makes mutants; the same classes and limit give the same list. */
public final class Mutants {
  private Mutants() {}

  /** Mutants of these lines (by binary class name), spread over kinds and lines. */
  public static List<Mutant> ofLines(
      ClassSet classes, SortedMap<String, SortedSet<Integer>> lines, int limit) {
    return new ArrayList<Mutant>();
  }

  /** Mutants of whole methods. */
  public static List<Mutant> ofMethods(ClassSet classes, SortedSet<MethodName> methods, int limit) {
    return new ArrayList<Mutant>();
  }
}
