package org.refverify.fuzzer.input;

import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.refverify.fuzzer.run.Clue;

/**
 * The inputs of one entry: captured ones first, then generated and mutated ones. Deterministic in
 * its seed and in what it was told.
 */
public interface InputSource {
  /** What became of the last input of {@link #next()}. */
  enum Outcome {
    /** It executed an edge that none before it did, on either side. */
    NOVEL,
    /** It ran on both sides; two compared numbers were nearer to each other than ever. */
    NEARER,
    /** It ran on both sides and showed nothing new. */
    KNOWN,
    /** One side could not make it. */
    NOT_BUILT
  }

  /** The next input; null where none can be made at all ({@link #unsupported()} says why). */
  Trial next();

  /** Says what became of the last input. */
  void learn(Outcome outcome);

  /** Says what the code compared when it ran the last input. */
  void follow(List<Clue> clues);

  /**
   * Variants that are simpler than the trial, the most promising first; lazily made. The caller
   * goes on from the first that still shows the difference.
   */
  Iterator<Trial> simpler(Trial trial);

  /** What could not be built: types by name, with the reason. */
  Set<String> unsupported();
}
