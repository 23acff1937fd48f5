package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.refverify.fuzzer.run.Session;

/** Starts workers, kills those that hang, and resumes after the input that caused it. */
final class Supervisor {
  private static final String WORK = ".refverify-fuzz";
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

  /** The patience at the start, because reading both class paths shows no progress. */
  private static final long FIRST_PATIENCE = TimeUnit.SECONDS.toNanos(60);

  private static final int POLL_MILLIS = 10;
  private static final int MOST_WORKERS = 40;

  private static final int MOST_REFUTATIONS = 3;

  private final Options options;
  private final Path work;
  private final Path out;
  private final Findings findings = new Findings();
  private final long begun = System.nanoTime();
  private final long nanos;
  private int refutations;

  private Supervisor(Options options) throws IOException {
    this.options = options;
    out = Files.createDirectories(Paths.get(options.text("--out")));
    work = Folders.anew(out.resolve(WORK));
    nanos = (long) (options.seconds() * 1e9);
  }

  /** Runs the campaign and writes {@code result.json}. */
  static void main(Options options) throws IOException, InterruptedException {
    Supervisor supervisor = new Supervisor(options);
    try {
      supervisor.campaign();
      double seconds = (System.nanoTime() - supervisor.begun) / 1e9;
      Result.write(supervisor.out, options, supervisor.findings, seconds);
    } finally {
      Folders.delete(supervisor.work);
    }
  }

  private void campaign() throws IOException, InterruptedException {
    Resumption next = new Resumption(0, 0, 0);
    for (int workers = 0; next != null && workers < MOST_WORKERS; workers++) {
      next = work(next);
    }
  }

  /** Runs one worker; returns where the next one begins, or null if there is none. */
  private Resumption work(Resumption from) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory(work, "worker");
    Beat beat = Beat.open(folder.resolve(Worker.BEAT));
    // A worker that dies before its first input has recorded nothing; without this, the campaign
    // would restart at the beginning.
    beat.input(from.entry, from.index);
    boolean hung = watch(start(folder, from), beat);
    Findings.Part part = findings.read(folder.resolve(Worker.JOURNAL));
    if (part.failure != null) {
      throw new IOException("the worker failed: " + part.failure);
    }
    if (part.ended && check(part, folder)) {
      return null;
    }
    if (!part.ended) {
      findings.died(beat, hung);
    }
    return left() > 0 ? next(from, beat, part.ended) : null;
  }

  /** The next inputs; or the next mutants if no input remains or a mutant ended the worker. */
  private Resumption next(Resumption from, Beat beat, boolean ended) {
    int end = findings.entryCount();
    Resumption next = from.after(beat, ended);
    if (!findings.measured.isBegun() && executionsLeft() > 0 && next.entry < end) {
      return next;
    }
    boolean wentOn = from.entry < end || findings.measured.tried() > from.index;
    boolean wanted = options.measures() && findings.measured.isLeft();
    return wentOn && wanted && findings.executions() > 0
        ? new Resumption(end, findings.measured.tried(), 0)
        : null;
  }

  /**
   * Checks the suspects; true if the campaign is over because they hold or because there are none.
   */
  private boolean check(Findings.Part part, Path folder) throws IOException, InterruptedException {
    boolean refuted = false;
    if (part.suspects.isEmpty()) {
      return true;
    }
    Subject subject = Subject.open(options);
    for (SuspectRecord suspect : part.suspects) {
      switch (new CleanCheck(options, subject, folder).ask(suspect, findings)) {
        case HOLDS:
          continue;
        case NONDETERMINISTIC:
          findings.unsteady.add(suspect.entry);
          break;
        default:
          findings.refuted++;
      }
      refuted |= suspect.strong;
    }
    refutations += refuted ? 1 : 0;
    return !refuted
        || refutations >= MOST_REFUTATIONS
        || options.has("--identical")
        || options.has("--mutants");
  }

  private long left() {
    return nanos - (System.nanoTime() - begun);
  }

  private long executionsLeft() {
    return options.number("--executions", 10_000) - findings.executions();
  }

  private Process start(Path folder, Resumption from) throws IOException {
    List<String> words = new ArrayList<String>(Jvm.command("256m"));
    // All identity hashes are equal, so that anything ordered by them is the same on both sides.
    words.addAll(Arrays.asList("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2"));
    words.addAll(Arrays.asList("-cp", Jvm.engine(), Main.class.getName(), "worker"));
    words.addAll(options.words());
    words.addAll(assignment(folder, from).words());
    return Jvm.start(words, folder.resolve("log"));
  }

  private Assignment assignment(Path folder, Resumption from) {
    long millis = Math.max(left() / 1_000_000, 1);
    return new Assignment(folder, from, findings.measured.tried(), executionsLeft(), millis);
  }

  /** Waits for the end of the worker; true if the subject had to be killed. */
  private static boolean watch(Process process, Beat beat) throws InterruptedException {
    long ticks = beat.ticks();
    long since = System.nanoTime();
    boolean moved = false;
    while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      long now = System.nanoTime();
      if (beat.ticks() != ticks) {
        ticks = beat.ticks();
        since = now;
        moved = true;
      } else if (now - since > (moved ? PATIENCE : FIRST_PATIENCE)) {
        process.destroyForcibly().waitFor();
        return true;
      }
    }
    return process.exitValue() == Session.STUCK;
  }
}
