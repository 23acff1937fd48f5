package org.refverify.fuzzer.campaign;

import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import org.refverify.fuzzer.compare.Comparison;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.compare.Tag;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.input.InputSource;
import org.refverify.fuzzer.input.Trial;
import org.refverify.fuzzer.run.Session;
import org.refverify.fuzzer.run.Target;

/** Confirms a difference in fresh loaders, provided that the old version agrees with itself. */
final class Confirmation {
  private static final int AGAINST_ITSELF = 8;
  private static final int LEAST = 3;
  private static final long SECONDS = 5;
  private static final int MORE = 1_000;

  private final Duel duel;
  private final Counts counts;

  Confirmation(Duel duel, Counts counts) {
    this.duel = duel;
    this.counts = counts;
  }

  /** The suspect, shrunk; null if the difference does not hold. */
  Suspect confirm(Entry entry, Trial trial, InputSource source) {
    int budget = budget(entry, trial);
    if (budget == 0) {
      return null;
    }
    Suspect suspect = look(entry, trial, budget);
    if (suspect == null) {
      counts.dropped++;
      return null;
    }
    if (!oldAgrees(suspect, budget)) {
      counts.nondeterministic++;
      return null;
    }
    // Shrinking looks at one run each, so its result must pass all checks that the suspect passed.
    Suspect simplest = new Shrinking(duel, source, budget).shrink(suspect);
    Suspect again = simplest == suspect ? suspect : look(entry, simplest.trial, budget);
    boolean holds = again != null && oldAgrees(again, budget);
    if (holds && again.fresh.end == End.OVER_BUDGET) {
      holds = neverEnds(entry, again.trial);
    }
    return holds ? again : suspect;
  }

  /** The number of steps for this input; 0 if the versions agree with more steps. */
  private int budget(Entry entry, Trial trial) {
    Duel.Round first = duel.twin().run(entry, trial.input, Duel.BUDGET, false);
    boolean oldOver = first.old.observation.end == End.OVER_BUDGET;
    boolean freshOver = first.fresh.observation.end == End.OVER_BUDGET;
    if (oldOver == freshOver) {
      return Duel.BUDGET;
    }
    counts.onesided++;
    if (freshOver && first.old.observation.end == End.RETURNED && neverEnds(entry, trial)) {
      counts.possibleNontermination = true;
      counts.overruns = Counts.MOST_OVERRUNS;
      return Duel.BUDGET;
    }
    if (counts.overruns++ >= Counts.MOST_OVERRUNS) {
      return 0;
    }
    Duel.Round second = duel.twin().run(entry, trial.input, Duel.BUDGET * MORE, false);
    if (second.old.observation.end == End.OVER_BUDGET
        || second.fresh.observation.end == End.OVER_BUDGET) {
      counts.possibleNontermination |= freshOver;
      counts.overruns = Counts.MOST_OVERRUNS;
      return 0;
    }
    counts.slower |= freshOver;
    return second.same() ? 0 : Duel.BUDGET * MORE;
  }

  /** Whether a loop of the new version returns to an earlier state. */
  private boolean neverEnds(Entry entry, Trial trial) {
    Duel watching = duel.watchingLoops();
    watching.run(entry, trial.input, Duel.BUDGET, false);
    return Session.sawEndlessLoop();
  }

  private Suspect look(Entry entry, Trial trial, int budget) {
    return look(duel.twin(), entry, trial, budget);
  }

  static Suspect look(Duel duel, Entry entry, Trial trial, int budget) {
    Session.forgetChance();
    Duel.Round round = duel.run(entry, trial.input, budget, true);
    boolean chance = Session.tookChance();
    Observation old = round.old.observation;
    Observation fresh = round.fresh.observation;
    if (!round.ran()) {
      return null;
    }
    SortedSet<Tag> tags = Robustness.tags(Comparison.tags(old, fresh), trial.input, old, fresh);
    return tags.isEmpty() ? null : new Suspect(entry, trial, tags, old, fresh, chance);
  }

  /**
   * Whether the old version agrees with itself in fresh loaders, eight times; fewer if a run takes
   * seconds.
   */
  private boolean oldAgrees(Suspect suspect, int budget) {
    Duel twice = duel.oldTwice();
    Target target = Target.of(suspect.entry.old);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    for (int i = 0; i < LEAST || i < AGAINST_ITSELF && System.nanoTime() < deadline; i++) {
      twice.renew();
      Observation again = twice.old.run(target, suspect.trial.input, budget, true).observation;
      if (!Comparison.tags(suspect.old, again).isEmpty()) {
        return false;
      }
    }
    return true;
  }
}
