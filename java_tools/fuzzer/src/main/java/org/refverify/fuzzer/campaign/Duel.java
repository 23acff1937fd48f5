package org.refverify.fuzzer.campaign;

import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.entry.Adapters;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.Renames;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.run.Run;
import org.refverify.fuzzer.run.Target;
import org.refverify.fuzzer.run.Version;

/** Runs the same input on both versions. */
final class Duel {
  /** Steps a run may take at first. */
  static final int BUDGET = 100_000;

  final Version old;
  final Version fresh;
  private final Beat beat;
  private final Renaming renaming;

  Duel(Version old, Version fresh, Renaming renaming, Beat beat) {
    this.renaming = renaming;
    this.old = old;
    this.fresh = fresh;
    this.beat = beat;
  }

  /** What both versions showed. */
  static final class Round {
    final Run old;
    final Run fresh;

    Round(Run old, Run fresh) {
      this.old = old;
      this.fresh = fresh;
    }

    /** Both made the input and ran it to an end that can be compared. */
    boolean ran() {
      return ran(old) && ran(fresh);
    }

    /** One of them or both did not come to an end within the steps. */
    boolean anyOver() {
      return old.observation.end == End.OVER_BUDGET || fresh.observation.end == End.OVER_BUDGET;
    }

    boolean same() {
      return old.observation.sameAs(fresh.observation);
    }

    private static boolean ran(Run run) {
      return run.observation.end != End.NOT_BUILT && run.observation.end != End.DENIED;
    }

    /** Why it did not run on both; empty where it did. */
    String reason() {
      return ran(old) ? fresh.reason : old.reason;
    }
  }

  Round run(Entry entry, Input input, int budget, boolean texts) {
    beat.phase(Beat.Phase.OLD);
    Run first = old.run(Target.of(entry.old), input, budget, texts);
    if (first.observation.end == End.NOT_BUILT) {
      beat.phase(Beat.Phase.ENGINE);
      // Not asked of the new version: an input that the old one cannot make compares nothing.
      return new Round(first, first);
    }
    Target target = fresh(entry, input, renaming.renames);
    beat.phase(Beat.Phase.NEW);
    Run second = fresh.run(target, renaming.fresh(input), budget, texts);
    beat.phase(Beat.Phase.ENGINE);
    return new Round(first, second);
  }

  /** What the new version is asked to call; the input's numbers are the old version's. */
  static Target fresh(Entry entry, Input input, Renames renames) {
    return entry.adapter == Entry.Adapter.SAME
        ? Target.of(entry.fresh)
        : Target.arranged(entry.fresh, Adapters.positions(entry, input, renames));
  }

  void renew() {
    old.renew();
    fresh.renew();
  }

  /** The old version twice. */
  Duel oldTwice() {
    return new Duel(old.twin(), old.twin(), renaming, beat);
  }

  /** The same two, of which the new one recognises loops that can never end. */
  Duel watchingLoops() {
    return new Duel(old.twin(), fresh.watchingLoops(), renaming, beat);
  }

  /** The same two, in loaders of their own. */
  Duel twin() {
    return new Duel(old.twin(), fresh.twin(), renaming, beat);
  }
}
