package org.refverify.prover.compile;

import java.util.Collection;
import java.util.Set;
import org.refverify.prover.world.CompiledVersion;

/** One side of a change, of which as much is looked at as the proof asks for. */
interface ComparedVersion {
  /** The units (source files, or top-level classes) that hold one of the names as a word. */
  Set<String> mentioning(Set<String> names);

  /** Adds units to what is compared; those that this side does not have are passed over. */
  void include(Collection<String> units);

  /** Whether there is no unit at all. */
  boolean isEmpty();

  /** What was included so far. */
  CompiledVersion compiled();
}
