package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.file.Paths;
import java.util.List;
import java.util.Locale;
import org.refverify.fuzzer.capture.CapturedInputs;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.input.Ablation;
import org.refverify.fuzzer.input.InputSource;
import org.refverify.fuzzer.input.Inputs;
import org.refverify.fuzzer.input.Space;
import org.refverify.fuzzer.mutation.Mutant;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.run.Session;

/**
 * The process that runs the subject. It may die at any time, because its findings are in the
 * journal.
 */
final class Worker {
  static final String JOURNAL = "journal.jsonl";
  static final String BEAT = "beat";

  private static final int STACK = 1 << 20;
  private static final int MOST_CALLERS = 5;
  private static final int HINTED = 300;

  /** The share of a campaign's time that is reserved for mutants. */
  private static final double RESERVED = 0.2;

  private final Options options;
  private final Assignment assignment;
  private final Journal journal;
  private final Beat beat;
  private final Counts counts = new Counts();
  private final Memory memory;
  private final long deadline;

  /** When the search ends, so that there is time for mutants. */
  private final long searched;

  private Worker(Options options) throws IOException {
    this.options = options;
    assignment = Assignment.read(options);
    journal = new Journal(assignment.folder.resolve(JOURNAL));
    beat = Beat.open(assignment.folder.resolve(BEAT));
    memory = Memory.open(assignment.inputs());
    deadline = System.nanoTime() + assignment.millis * 1_000_000;
    searched = deadline - reserve(options);
  }

  private static long reserve(Options options) {
    return options.measures() ? (long) (options.seconds() * RESERVED * 1e9) : 0;
  }

  /** Runs to the end and then ends the process, even if threads of the subject remain. */
  static void main(Options options) {
    Thread thread = new Thread(null, () -> runAndHalt(options), "main", STACK);
    thread.start();
  }

  private static void runAndHalt(Options options) {
    int status = 1;
    try {
      Worker worker = new Worker(options);
      status = worker.guarded() ? 0 : 1;
    } catch (IOException unwritable) {
      System.err.println(unwritable);
    } finally {
      Runtime.getRuntime().halt(status);
    }
  }

  private boolean guarded() throws IOException {
    try {
      run();
      return true;
    } catch (OutOfMemoryError | StackOverflowError exhausted) {
      // The subject used all memory, and a record may need what is missing: this is a death like
      // others.
      return false;
    } catch (IOException | RuntimeException | Error failure) {
      journal.write(FailureRecord.of(failure));
      return false;
    }
  }

  private void run() throws IOException {
    Subject subject = Subject.open(options);
    journal.write(SubjectRecord.of(subject));
    if (!subject.entries.isEmpty()) {
      Session.prepare(beat::alive);
      search(subject);
    }
    counts.unsupported.addAll(subject.oldFiles.unusable());
    counts.unsupported.addAll(subject.freshFiles.unusable());
    journal.write(counts.record());
  }

  private void search(Subject subject) throws IOException {
    Renaming renaming = new Renaming(subject.renames);
    Duel duel = new Duel(subject.oldVersion(), subject.freshVersion(), renaming, beat);
    Space space = Space.of(subject.oldFiles, subject.freshFiles, subject.renames, ablation());
    for (byte[] test : NearTests.of(options.path("--tests"), subject)) {
      space.addTest(test);
    }
    subject.focus.proposals.forEach(space::add);
    Turns turns = new Turns(subject, duel, space, captured());
    int first = assignment.from.entry;
    int total = (int) assignment.left;
    boolean found = false;
    for (int i = first; i < subject.entries.size() && !found && more(total); i++) {
      int from = i == first ? assignment.from.index : 0;
      int left = total - counts.executions;
      Budget.Share share =
          new Budget.Share(
              i, from, Budget.executions(subject.entries, i, left, subject.focus), searched);
      memory.turn(subject.entries.size() - i);
      found = turns.take(share) && !subject.identical;
    }
    if (!found && memory.suspects == 0) {
      measure(subject, new Sensitivity(subject, duel, beat, deadline));
    }
  }

  private void measure(Subject subject, Sensitivity sensitivity) {
    if (!options.measures()) {
      return;
    }
    List<Mutant> mutants =
        subject.mutated
            ? sensitivity.ofEntries((int) options.number("--mutants", 0))
            : sensitivity.ofChange();
    sensitivity.run(memory, mutants, assignment.mutant, journal);
  }

  private boolean more(int total) {
    return counts.executions < total && System.nanoTime() < searched;
  }

  /** The entries' turns. */
  private final class Turns {
    private final Subject subject;
    private final Duel duel;
    private final Space space;
    private final CapturedInputs captured;

    Turns(Subject subject, Duel duel, Space space, CapturedInputs captured) {
      this.subject = subject;
      this.duel = duel;
      this.space = space;
      this.captured = captured;
    }

    /** Searches one entry; true if the search is over. */
    boolean take(Budget.Share share) {
      Entry entry = subject.entries.get(share.number);
      // Hidden entries only hint at a difference, and there is already one that any code can
      // observe.
      if (entry.hidden && memory.suspects > 0) {
        return false;
      }
      Suspect suspect = search(entry, share, captured.of(entry.old));
      if (suspect == null) {
        return false;
      }
      return entry.hidden ? follow(suspect, share) : tell(suspect);
    }

    private boolean tell(Suspect suspect) {
      memory.suspects++;
      journal.write(new SuspectRecord(suspect));
      return suspect.strong();
    }

    /** Searches for a caller's input that shows the difference of a hidden method. */
    private boolean follow(Suspect hint, Budget.Share share) {
      int asked = 0;
      for (Entry caller : subject.entries) {
        if (caller.hidden || asked++ >= MOST_CALLERS) {
          continue;
        }
        List<Input> inputs =
            Hints.inputs(caller, source(caller, share, captured.of(caller.old)), hint);
        Suspect suspect = inputs.isEmpty() ? null : search(caller, share.forHint(HINTED), inputs);
        if (suspect != null && tell(suspect)) {
          return true;
        }
      }
      journal.write(new HintRecord(hint.entry.old.toString(), subject.escapes(hint.entry.old)));
      return false;
    }

    private InputSource source(Entry entry, Budget.Share share, List<Input> given) {
      return Inputs.of(entry, space, given, options.number("--seed", 1) + share.number);
    }

    private Suspect search(Entry entry, Budget.Share share, List<Input> given) {
      beat.counts(0, 0);
      Search search =
          new Search(duel, counts, beat, memory, () -> journal.write(progress(entry, duel)));
      int before = counts.nondeterministic;
      Suspect suspect = search.run(entry, source(entry, share, given), share);
      journal.write(progress(entry, duel).ended(beat.executions(), beat.discarded()));
      if (counts.nondeterministic > before) {
        journal.write(new UnsteadyRecord(entry.old.toString()));
      }
      beat.counts(0, 0);
      return suspect;
    }
  }

  private static EntryRecord progress(Entry entry, Duel duel) {
    return EntryRecord.progress(
        entry.old.toString(),
        entry.hidden,
        duel.old.reachedSinceForgotten(),
        duel.fresh.reachedSinceForgotten());
  }

  private Ablation ablation() {
    if (!options.has("--ablation")) {
      return Ablation.NONE;
    }
    return Ablation.valueOf(options.text("--ablation").toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private CapturedInputs captured() throws IOException {
    return options.has("--captured")
        ? CapturedInputs.read(Paths.get(options.text("--captured")))
        : CapturedInputs.NONE;
  }
}
