package org.refverify.fuzzer.input;

import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.refverify.fuzzer.run.Clue;

/**
 * The inputs of one entry: captured ones first, then generated and mutated ones. Its output depends
 * only on its seed and on what it learned.
 */
public interface InputSource {
  /** The outcome of the last input of {@link #next()}. */
  enum Outcome {
    /** It executed an edge that no earlier one did, on either side. */
    NOVEL,
    /** It ran on both sides; two compared numbers were closer to each other than ever before. */
    NEARER,
    /** It ran on both sides and showed nothing new. */
    KNOWN,
    /** One side could not build it. */
    NOT_BUILT
  }

  /** The next input; null if none can be built at all ({@link #unsupported()} says why). */
  Trial next();

  /** Learns the outcome of the last input. */
  void learn(Outcome outcome);

  /** Learns what the code compared when it ran the last input. */
  void follow(List<Clue> clues);

  /**
   * Variants that are simpler than the trial, the most promising first; created lazily. The caller
   * continues from the first one that still shows the difference.
   */
  Iterator<Trial> simpler(Trial trial);

  /** Types that could not be built: by name, with the reason. */
  Set<String> unsupported();
}
