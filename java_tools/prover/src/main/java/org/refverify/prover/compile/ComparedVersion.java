package org.refverify.prover.compile;

import java.util.Collection;
import java.util.Set;
import org.refverify.prover.world.CompiledVersion;

/** One side of a change; only the parts that the proof needs are read. */
interface ComparedVersion {
  /** The units (source files, or top-level classes) that contain one of the names as a word. */
  Set<String> mentioning(Set<String> names);

  /** The units outside the comparison with a text without blanks that has one of these words. */
  Set<String> withText(Set<String> names);

  /** Adds units to the comparison; ignores those that this side does not have. */
  void include(Collection<String> units);

  /** Whether there is no unit at all. */
  boolean isEmpty();

  /** The units included so far, compiled. */
  CompiledVersion compiled();
}
