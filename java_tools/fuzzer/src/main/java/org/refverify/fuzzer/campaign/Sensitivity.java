package org.refverify.fuzzer.campaign;

import java.util.ArrayList;
import java.util.List;
import org.refverify.fuzzer.compare.Comparison;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.mutation.Mutant;
import org.refverify.fuzzer.mutation.Mutants;
import org.refverify.fuzzer.run.Session;
import org.refverify.fuzzer.run.Target;
import org.refverify.fuzzer.run.Version;

/**
 * Measures how many small changes of the changed lines the same inputs would have noticed. Each
 * result goes into the journal at once, because a mutant may end the process.
 */
final class Sensitivity {
  private static final int MUTANTS = 30;
  private static final int STEPS = Duel.BUDGET;
  private static final int MOST_FALSE = 10;
  private static final int BASELINES = 3;

  private final Subject subject;
  private final Duel duel;
  private final Beat beat;
  private final long deadline;
  private final Renaming renaming;

  Sensitivity(Subject subject, Duel duel, Beat beat, long deadline) {
    this.subject = subject;
    this.duel = duel;
    this.beat = beat;
    this.deadline = deadline;
    this.renaming = new Renaming(subject.renames);
  }

  /** The result of a mutant. */
  enum Fate {
    /** An input shows a difference. */
    NOTICED,
    /** Only messages of exceptions differ, which by the rules of comparison is no difference. */
    MESSAGES_ONLY,
    /** No input shows a difference. */
    SURVIVED
  }

  /** One input and the stable observation of the unchanged new version for it. */
  private static final class Item {
    private final Memory.Item of;
    private final Observation expected;

    Item(Memory.Item of, Observation expected) {
      this.of = of;
      this.expected = expected;
    }
  }

  /** Mutants of the changed lines. */
  List<Mutant> ofChange() {
    if (subject.difference.freshLines.isEmpty()) {
      return Mutants.ofMethods(subject.freshFiles.set(), subject.difference.fresh, MUTANTS);
    }
    return Mutants.ofLines(subject.freshFiles.set(), subject.difference.freshLines, MUTANTS);
  }

  /** Mutants of all methods that were entries. */
  List<Mutant> ofEntries(int most) {
    return Mutants.ofMethods(subject.freshFiles.set(), subject.entered(), most);
  }

  /**
   * Tries mutants until the time is over.
   *
   * @param first the number of mutants that an earlier worker tried
   */
  void run(Memory memory, List<Mutant> mutants, int first, Journal journal) {
    journal.write(new MutantRecord.Chosen(mutants.size()));
    List<Item> items = observed(memory.items());
    for (Mutant mutant : mutants.subList(Math.min(first, mutants.size()), mutants.size())) {
      if (items.isEmpty() || isLate(deadline)) {
        return;
      }
      journal.write(new MutantRecord.Trying(mutant.description));
      Session.forgetCoverage();
      Version version = duel.fresh.with(mutant.className, mutant.bytes());
      Fate fate = fate(items, version);
      if (fate != Fate.NOTICED && isLate(deadline)) {
        journal.write(new MutantRecord.Trying(null));
        return;
      }
      journal.write(record(mutant, fate));
    }
  }

  private MutantRecord record(Mutant mutant, Fate fate) {
    String line = mutant.className + ":" + mutant.line;
    boolean ran = mutant.line < 0 || duel.fresh.reachedSinceForgotten().contains(line);
    return new MutantRecord(mutant.description, fate, ran);
  }

  private static boolean isLate(long by) {
    return System.nanoTime() > by;
  }

  /**
   * What two loaders of the unchanged version show in agreement; as many inputs as the time allows.
   */
  private List<Item> observed(List<Memory.Item> memory) {
    long left = Math.max(0, deadline - System.nanoTime());
    List<Observation> first = all(memory, System.nanoTime() + left / BASELINES);
    List<Observation> second = all(memory.subList(0, first.size()), deadline);
    List<Item> items = new ArrayList<Item>();
    for (int i = 0; i < second.size(); i++) {
      if (ran(first.get(i)) && first.get(i).sameAs(second.get(i))) {
        items.add(new Item(memory.get(i), first.get(i)));
      }
    }
    return items;
  }

  private List<Observation> all(List<Memory.Item> memory, long by) {
    Version version = duel.fresh.twin();
    List<Observation> seen = new ArrayList<Observation>();
    for (int i = 0; i < memory.size() && !isLate(by); i++) {
      if (i % Search.RENEWAL == 0) {
        version.renew();
      }
      seen.add(see(version, memory.get(i), false));
    }
    return seen;
  }

  /** Whether the run counts; otherwise the input would have been discarded. */
  private static boolean ran(Observation seen) {
    return seen.end != End.DENIED && seen.end != End.NOT_BUILT;
  }

  private Observation see(Version version, Memory.Item item, boolean texts) {
    beat.phase(Beat.Phase.ENGINE);
    Target target = Duel.fresh(item.entry, item.input, subject.renames);
    return version.run(target, renaming.fresh(item.input), STEPS, texts).observation;
  }

  private Fate fate(List<Item> items, Version mutant) {
    int suspicions = 0;
    boolean messages = false;
    for (int i = 0; i < items.size() && !isLate(deadline); i++) {
      if (i % Search.RENEWAL == 0) {
        mutant.renew();
      }
      Item item = items.get(i);
      Observation seen = see(mutant, item.of, false);
      if (ran(seen) && !seen.sameAs(item.expected)) {
        if (holds(item.of, mutant)) {
          return Fate.NOTICED;
        }
        if (++suspicions == MOST_FALSE) {
          break;
        }
      } else {
        messages |= ran(seen) && Comparison.sayOtherwise(seen, item.expected);
      }
    }
    return messages ? Fate.MESSAGES_ONLY : Fate.SURVIVED;
  }

  /** Whether the difference appears in fresh loaders and counts. */
  private boolean holds(Memory.Item item, Version mutant) {
    Observation plain = see(duel.fresh.twin(), item, true);
    Observation changed = see(mutant.twin(), item, true);
    return ran(plain) && ran(changed) && !Comparison.tags(plain, changed).isEmpty();
  }
}
