package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Starts workers, kills those that hang, resumes behind the input that did it. */
final class Supervisor {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);
  private static final long FIRST_PATIENCE = TimeUnit.SECONDS.toNanos(60);
  private static final int POLL_MILLIS = 10;
  private static final int MOST_DEATHS = 12;
  private static final int DEATHS_OF_ONE = 4;
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
    work = Files.createTempDirectory(out.toAbsolutePath(), "work");
    nanos = (long) (options.decimal("--seconds", 60) * 1e9);
  }

  /** Runs the campaign and leaves {@code result.json}. */
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
    int entry = 0;
    int index = 0;
    int deaths = 0;
    int here = 0;
    boolean goesOn = true;
    while (goesOn) {
      Path folder = Files.createTempDirectory(work, "worker");
      Beat beat = Beat.open(folder.resolve(Worker.BEAT));
      beat.input(entry, index);
      boolean hung = watch(start(folder, entry, index), beat);
      Findings.Part part = findings.read(folder.resolve(Worker.JOURNAL));
      if (part.failure != null) {
        throw new IOException("the worker failed: " + part.failure);
      }
      here = beat.entry() == entry ? here + 1 : 1;
      if (part.ended) {
        goesOn = !check(part, folder) && left() > 0 && beat.entry() >= 0;
        deaths++;
        here = 0;
      } else {
        findings.died(beat, hung);
      }
      deaths += part.ended ? 0 : 1;
      boolean leave = here >= DEATHS_OF_ONE;
      entry = leave ? beat.entry() + 1 : beat.entry();
      index = leave ? 0 : beat.index() + 1;
      goesOn &=
          executionsLeft() > 0
              && deaths < MOST_DEATHS
              && left() > 0
              && entry < findings.entryCount();
    }
  }

  /** True where the campaign is over: the suspects hold, or there is none. */
  private boolean check(Findings.Part part, Path folder) throws IOException, InterruptedException {
    boolean refuted = false;
    if (part.suspects.isEmpty()) {
      return true;
    }
    Subject subject = Subject.open(options);
    for (Map<?, ?> suspect : part.suspects) {
      boolean strong = Boolean.TRUE.equals(suspect.get("strong"));
      switch (new CleanCheck(options, subject, folder).ask(suspect, findings)) {
        case HOLDS:
          continue;
        case NONDETERMINISTIC:
          findings.nondeterministic++;
          break;
        default:
          findings.refuted++;
      }
      refuted |= strong;
    }
    refutations += refuted ? 1 : 0;
    return !refuted || refutations >= MOST_REFUTATIONS || options.has("--identical");
  }

  private long left() {
    return nanos - (System.nanoTime() - begun);
  }

  private long executionsLeft() {
    return options.number("--executions", 10_000) - findings.sum("executions");
  }

  private Process start(Path folder, int entry, int index) throws IOException {
    List<String> words = new ArrayList<String>(Jvm.command("256m"));
    words.addAll(Arrays.asList("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2"));
    words.addAll(Arrays.asList("-cp", Jvm.engine(), Main.class.getName(), "worker"));
    words.addAll(options.words());
    words.addAll(
        Arrays.asList(
            "--work", folder.toString(),
            "--from-entry", Integer.toString(entry),
            "--from-index", Integer.toString(index),
            "--left", Long.toString(executionsLeft()),
            "--millis", Long.toString(Math.max(left() / 1_000_000, 1))));
    return Jvm.start(words, folder.resolve("log"));
  }

  /** Waits for the worker's end; true where it had to be killed. */
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
    return false;
  }
}
