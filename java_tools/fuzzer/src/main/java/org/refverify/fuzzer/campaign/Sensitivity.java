package org.refverify.fuzzer.campaign;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.mutation.Mutant;
import org.refverify.fuzzer.mutation.Mutants;
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

  /** The record: {@code mutants} and {@code killed}. */
  Map<String, Object> run(Memory memory) {
    int killed = 0;
    int made = 0;
    for (Mutant mutant : mutants()) {
      if (System.nanoTime() > deadline) {
        break;
      }
      made++;
      killed += kills(memory, duel.fresh.with(mutant.className, mutant.bytes())) ? 1 : 0;
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

  private boolean kills(Memory memory, Version mutant) {
    int index = 0;
    for (Memory.Item item : memory.items) {
      if (index++ % Search.RENEWAL == 0) {
        mutant.renew();
      }
      beat.phase(Beat.Phase.ENGINE);
      Observation seen =
          mutant.run(item.entry.fresh, renaming.fresh(item.input), STEPS, false).observation;
      if (seen.end != End.DENIED && !seen.sameAs(item.fresh)) {
        return true;
      }
    }
    return false;
  }
}
