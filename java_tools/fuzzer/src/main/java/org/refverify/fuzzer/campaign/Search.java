package org.refverify.fuzzer.campaign;

import java.util.ArrayList;
import java.util.List;
import org.refverify.fuzzer.compare.Comparison;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.input.InputSource;
import org.refverify.fuzzer.input.Trial;
import org.refverify.fuzzer.run.Session;

/**
 * Uses one entry's share of the budget: runs inputs until a difference holds or the share is used
 * up.
 */
final class Search {
  /** The number of runs after which both versions get fresh loaders, because statics keep state. */
  static final int RENEWAL = 500;

  private static final int HOPELESS = 2_000;
  private static final int LEAST_TRIED = 200;
  private static final int MOST_DISCARDED = 10;
  private static final int MOST_FALSE = 10;
  private static final int PATIENT = 3;
  private static final int MOST_HALVED = 4;
  private static final int FULL_ONCE_IN = 32;

  private final Duel duel;
  private final Counts counts;
  private final Beat beat;
  private final Memory memory;
  private final Runnable progress;
  private int falseSuspicions;
  private int overruns;
  int executions;
  int discarded;
  boolean reached;

  Search(Duel duel, Counts counts, Beat beat, Memory memory, Runnable progress) {
    this.progress = progress;
    this.duel = duel;
    this.counts = counts;
    this.beat = beat;
    this.memory = memory;
  }

  /**
   * Runs inputs from the given index on.
   *
   * @return the first strong suspect, otherwise the first weak one, otherwise null
   */
  Suspect run(Entry entry, InputSource source, Budget.Share share) {
    List<Suspect> weak = new ArrayList<Suspect>();
    Session.forgetCoverage();
    duel.renew();
    for (int i = 0; executions < share.executions && share.goesOn(); i++) {
      Trial trial = source.next();
      if (trial == null || isHopeless(share.executions)) {
        break;
      }
      if (i < share.from) {
        // Skipped, because one of them ended the previous worker.
        source.learn(InputSource.Outcome.KNOWN);
        continue;
      }
      beat.input(share.number, i);
      Suspect suspect = one(entry, source, trial);
      if (suspect != null && suspect.strong()) {
        return suspect;
      }
      if (suspect != null) {
        weak.add(suspect);
      }
    }
    counts.unsupported.addAll(source.unsupported());
    return weak.isEmpty() ? null : weak.get(0);
  }

  private boolean isHopeless(int share) {
    int most = Math.min(HOPELESS, Math.max(LEAST_TRIED, share));
    return executions == 0 && discarded >= most
        || discarded >= MOST_DISCARDED * (most + executions)
        || falseSuspicions >= MOST_FALSE;
  }

  private Suspect one(Entry entry, InputSource source, Trial trial) {
    if ((executions + discarded) % RENEWAL == 0) {
      duel.renew();
    }
    Session.forgetClues();
    Duel.Round round = duel.run(entry, trial.input, budget(), false);
    if (!round.ran()) {
      discard(round, source);
      return null;
    }
    executions++;
    counts.executions++;
    beat.counts(executions, discarded);
    boolean over = round.anyOver();
    overruns += over ? 1 : 0;
    boolean novel = Session.sawNewCode();
    boolean nearer = Session.cameNearer();
    source.learn(over ? InputSource.Outcome.KNOWN : outcome(novel, nearer));
    source.follow(Session.clues());
    if (novel) {
      progress.run();
    }
    memory.keep(entry, trial.input, novel);
    if (round.same() || isNeverEnding(round) || meansNothing(entry, trial)) {
      return null;
    }
    return suspect(entry, source, trial);
  }

  private static InputSource.Outcome outcome(boolean novel, boolean nearer) {
    return novel
        ? InputSource.Outcome.NOVEL
        : nearer ? InputSource.Outcome.NEARER : InputSource.Outcome.KNOWN;
  }

  /**
   * The number of steps for the next run: fewer and fewer if versions repeatedly take too many,
   * which costs most of the time and shows nothing; all of them now and then.
   */
  private int budget() {
    int fewer = executions % FULL_ONCE_IN == 0 ? 0 : Math.min(overruns / PATIENT, MOST_HALVED);
    return Duel.BUDGET >> fewer;
  }

  /** Whether one side again takes too many steps after enough such runs. */
  private boolean isNeverEnding(Duel.Round round) {
    boolean old = round.old.observation.end == End.OVER_BUDGET;
    boolean fresh = round.fresh.observation.end == End.OVER_BUDGET;
    return old != fresh && counts.overruns >= Counts.MOST_OVERRUNS;
  }

  /** Whether the hashes differ only in something irrelevant, such as the order of a set. */
  private boolean meansNothing(Entry entry, Trial trial) {
    Duel.Round again = duel.run(entry, trial.input, Duel.BUDGET, true);
    return again.ran() && Comparison.tags(again.old.observation, again.fresh.observation).isEmpty();
  }

  private Suspect suspect(Entry entry, InputSource source, Trial trial) {
    int onesided = counts.onesided;
    Suspect suspect = new Confirmation(duel, counts).confirm(entry, trial, source);
    duel.renew();
    if (suspect == null && counts.onesided == onesided) {
      falseSuspicions++;
    }
    return suspect;
  }

  private void discard(Duel.Round round, InputSource source) {
    discarded++;
    beat.counts(executions, discarded);
    source.learn(InputSource.Outcome.NOT_BUILT);
    if (counts.unsupported.size() < 50 && !round.reason().isEmpty()) {
      counts.unsupported.add(round.reason());
    }
  }
}
