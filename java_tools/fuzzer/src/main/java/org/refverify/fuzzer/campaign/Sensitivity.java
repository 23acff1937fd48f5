package org.refverify.fuzzer.campaign;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.mutation.Mutant;
import org.refverify.fuzzer.mutation.Mutants;
import org.refverify.fuzzer.run.Target;
import org.refverify.fuzzer.run.Version;

/** How many small changes of the changed lines the very same inputs would have noticed. */
final class Sensitivity {
  private static final int MUTANTS = 30;
  private static final int STEPS = Duel.BUDGET;
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

  /** The record: {@code mutants} and {@code killed}; empty where no input is remembered. */
  Map<String, Object> run(Memory memory) {
    return run(observed(memory), mutants());
  }

  /** The same for mutants of all methods that were entries. */
  Map<String, Object> ofEntries(Memory memory, int most) {
    SortedSet<MethodName> methods = new TreeSet<MethodName>();
    for (Entry entry : subject.entries) {
      methods.add(entry.fresh);
    }
    return run(observed(memory), Mutants.ofMethods(subject.freshFiles.set(), methods, most));
  }

  private Map<String, Object> run(List<Memory.Item> items, List<Mutant> mutants) {
    if (items.isEmpty()) {
      return Collections.emptyMap();
    }
    int killed = 0;
    int made = 0;
    for (Mutant mutant : mutants) {
      if (System.nanoTime() > deadline) {
        break;
      }
      made++;
      killed += kills(items, duel.fresh.with(mutant.className, mutant.bytes())) ? 1 : 0;
    }
    Map<String, Object> record = new LinkedHashMap<String, Object>();
    record.put("mutants", made);
    record.put("killed", killed);
    return record;
  }

  private List<Mutant> mutants() {
    if (subject.difference.freshLines.isEmpty()) {
      return Mutants.ofMethods(subject.freshFiles.set(), subject.difference.fresh, MUTANTS);
    }
    return Mutants.ofLines(subject.freshFiles.set(), subject.difference.freshLines, MUTANTS);
  }

  /** What an earlier worker ran is run again on the new version. */
  private List<Memory.Item> observed(Memory memory) {
    List<Memory.Item> items = new ArrayList<Memory.Item>();
    duel.fresh.renew();
    for (Memory.Item item : memory.items) {
      Observation seen = item.fresh == null ? see(duel.fresh, item) : item.fresh;
      if (seen.end != End.DENIED && seen.end != End.NOT_BUILT) {
        items.add(new Memory.Item(item.entry, item.input, seen));
      }
    }
    return items;
  }

  private Observation see(Version version, Memory.Item item) {
    beat.phase(Beat.Phase.ENGINE);
    Target target = Duel.fresh(item.entry, item.input, subject.renames);
    return version.run(target, renaming.fresh(item.input), STEPS, false).observation;
  }

  private boolean kills(List<Memory.Item> items, Version mutant) {
    int index = 0;
    for (Memory.Item item : items) {
      if (index++ % Search.RENEWAL == 0) {
        mutant.renew();
      }
      Observation seen = see(mutant, item);
      if (seen.end != End.DENIED && !seen.sameAs(item.fresh)) {
        return true;
      }
    }
    return false;
  }
}
