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
  /** The number of steps for a first run. */
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

    /** Whether both built the input and ran it to an end that can be compared. */
    boolean ran() {
      return ran(old) && ran(fresh);
    }

    /** Whether at least one version did not finish within the steps. */
    boolean anyOver() {
      return old.observation.end == End.OVER_BUDGET || fresh.observation.end == End.OVER_BUDGET;
    }

    boolean same() {
      return old.observation.sameAs(fresh.observation);
    }

    private static boolean ran(Run run) {
      return run.observation.end != End.NOT_BUILT && run.observation.end != End.DENIED;
    }

    /** Why the input did not run on both; empty if it did. */
    String reason() {
      return ran(old) ? fresh.reason : old.reason;
    }
  }

  Round run(Entry entry, Input input, int budget, boolean texts) {
    beat.phase(Beat.Phase.OLD);
    Run first = old.run(Target.of(entry.old), input, budget, texts);
    if (first.observation.end == End.NOT_BUILT) {
      beat.phase(Beat.Phase.ENGINE);
      // The new version is not run: without a result of the old one there is nothing to compare.
      return new Round(first, first);
    }
    Target target = fresh(entry, input, renaming.renames);
    beat.phase(Beat.Phase.NEW);
    Run second = fresh.run(target, renaming.fresh(input), budget, texts);
    beat.phase(Beat.Phase.ENGINE);
    return new Round(first, second);
  }

  /** The call for the new version; the numbers of the input are the old version's. */
  static Target fresh(Entry entry, Input input, Renames renames) {
    return entry.adapter == Entry.Adapter.SAME
        ? Target.of(entry.fresh)
        : Target.arranged(entry.fresh, Adapters.positions(entry, input, renames));
  }

  void renew() {
    old.renew();
    fresh.renew();
  }

  /** A duel of the old version with itself. */
  Duel oldTwice() {
    return new Duel(old.twin(), old.twin(), renaming, beat);
  }

  /** The same duel with a new version that recognises loops that can never end. */
  Duel watchingLoops() {
    return new Duel(old.twin(), fresh.watchingLoops(), renaming, beat);
  }

  /** The same duel in separate loaders. */
  Duel twin() {
    return new Duel(old.twin(), fresh.twin(), renaming, beat);
  }
}
