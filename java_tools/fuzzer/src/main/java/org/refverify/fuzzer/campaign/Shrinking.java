package org.refverify.fuzzer.campaign;

import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.refverify.fuzzer.input.InputSource;
import org.refverify.fuzzer.input.Trial;

/**
 * Makes an input simpler as long as it shows the same kind of difference. The time limit is for
 * runs that take seconds each, such as those that end for lack of memory; other runs never reach
 * it.
 */
final class Shrinking {
  private static final int ATTEMPTS = 1_000;
  private static final long SECONDS = 20;
  private final Duel duel;
  private final InputSource source;
  private final int budget;

  Shrinking(Duel duel, InputSource source, int budget) {
    this.duel = duel.twin();
    this.source = source;
    this.budget = budget;
  }

  Suspect shrink(Suspect suspect) {
    Suspect best = suspect;
    int attempts = 0;
    boolean better = true;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (better && attempts < ATTEMPTS && System.nanoTime() < deadline) {
      better = false;
      Iterator<Trial> simpler = source.simpler(best.trial);
      while (!better
          && simpler.hasNext()
          && attempts++ < ATTEMPTS
          && System.nanoTime() < deadline) {
        Suspect next = Confirmation.look(duel, best.entry, simpler.next(), budget);
        if (next != null
            && !Collections.disjoint(next.tags, suspect.tags)
            && next.strong() == suspect.strong()) {
          best = next;
          better = true;
        }
      }
      duel.renew();
    }
    return best;
  }
}
