package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import org.refverify.common.JsonWriter;
import org.refverify.fuzzer.compare.Comparison;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.compare.Tag;
import org.refverify.fuzzer.emit.Replay;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.JsonObject;
import org.refverify.fuzzer.recipe.JsonReader;

/**
 * Asks the last question: does the difference appear in ordinary JVMs, without the engine's
 * loaders?
 */
final class CleanCheck {
  private static final int TWICE = 2;

  /** Runs of each version if their results may depend on chance. */
  private static final int OFTEN = 16;

  /**
   * The number of these runs that must differ although the old version never differs from itself.
   * If both versions were equal, this would happen less than once in a hundred times (Fisher's
   * exact test).
   */
  private static final int ENOUGH = 6;

  /**
   * The smaller number that is enough if the same random numbers and the same clock led to a
   * difference.
   */
  private static final int ENOUGH_OF_CHANCE = 3;

  private static final int AT_ONCE = 4;
  private static final int SECONDS = 30;
  private final Options options;
  private final Subject subject;
  private final Path folder;

  CleanCheck(Options options, Subject subject, Path folder) {
    this.options = options;
    this.subject = subject;
    this.folder = folder;
  }

  /** The answer of clean JVMs. */
  enum Answer {
    /** The difference appears. */
    HOLDS,
    /** The difference does not appear. */
    GONE,
    /** The old version differs from itself. */
    NONDETERMINISTIC
  }

  /**
   * Adds the witness to the findings if the difference appears: in a test that passes on the old
   * version and fails on the new one, or, if no such test can be written, in what clean JVMs
   * observe. If chance decides whether it appears, it must appear often, and there is no test.
   */
  Answer ask(SuspectRecord suspect, Findings findings) throws IOException, InterruptedException {
    CleanTest clean = new CleanTest(options, subject, folder);
    Replay replayed = Replay.read(JsonObject.of(suspect.replay));
    String call = clean.call(replayed);
    WrittenTest test = clean.write(replayed, suspect.endless, suspect.chance);
    if (test != null) {
      findings.witnesses.add(Witness.tested(suspect, call, test));
      return Answer.HOLDS;
    }
    int runs = suspect.chance || clean.wasUnsteady() ? OFTEN : TWICE;
    return observe(suspect, call, replayed.input, runs, findings);
  }

  private Answer observe(
      SuspectRecord suspect, String call, Input input, int runs, Findings findings)
      throws IOException, InterruptedException {
    Path replay = folder.resolve("replay.json");
    Files.write(replay, JsonWriter.write(suspect.replay).getBytes(StandardCharsets.UTF_8));
    long begun = System.nanoTime();
    List<Observation> old = runs("old", replay, SECONDS, TWICE);
    double took = (System.nanoTime() - begun) / 1e9;
    old.addAll(runs("old", replay, SECONDS, runs - TWICE));
    if (!differing(old.get(0), old).isEmpty()) {
      return Answer.NONDETERMINISTIC;
    }
    long patience = suspect.endless ? CleanTest.patience(took) : SECONDS;
    List<Observation> differing = differing(old.get(0), runs("new", replay, patience, runs));
    int enough = suspect.chance ? ENOUGH_OF_CHANCE : ENOUGH;
    if (differing.size() < Math.min(runs, enough)) {
      return Answer.GONE;
    }
    Observation fresh = differing.get(0);
    boolean always = differing.size() == runs;
    String often = always ? "" : " (in " + differing.size() + " of " + runs + " runs)";
    SortedSet<Tag> tags = Comparison.tags(old.get(0), fresh);
    findings.witnesses.add(
        Witness.observed(
            suspect,
            call,
            Lines.of(Robustness.tags(tags, input, old.get(0), fresh)),
            Lines.of(old.get(0), fresh),
            Lines.of(fresh, old.get(0)) + often));
    return Answer.HOLDS;
  }

  private static List<Observation> differing(Observation from, List<Observation> seen) {
    List<Observation> differing = new ArrayList<Observation>();
    for (Observation each : seen) {
      if (!Comparison.tags(from, each).isEmpty()) {
        differing.add(each);
      }
    }
    return differing;
  }

  private List<Observation> runs(String side, Path replay, long seconds, int number)
      throws IOException, InterruptedException {
    List<Observation> all = new ArrayList<Observation>();
    while (all.size() < number) {
      List<Process> running = new ArrayList<Process>();
      for (int i = 0; i < Math.min(AT_ONCE, number - all.size()); i++) {
        Files.deleteIfExists(seen(side, i));
        running.add(start(side, replay, i));
      }
      for (int i = 0; i < running.size(); i++) {
        all.add(end(running.get(i), seen(side, i), seconds));
      }
    }
    return all;
  }

  private Path seen(String side, int number) {
    return folder.resolve(side + number + ".json");
  }

  private Process start(String side, Path replay, int number) throws IOException {
    List<String> words = new ArrayList<String>(Jvm.command("512m"));
    words.addAll(Arrays.asList("-cp", Jvm.engine(), Main.class.getName(), "clean"));
    words.addAll(options.words());
    words.addAll(Arrays.asList("--side", side, "--replay", replay.toString()));
    words.addAll(Arrays.asList("--seen", seen(side, number).toString()));
    return Jvm.start(words, folder.resolve("log"));
  }

  private static Observation end(Process process, Path seen, long seconds)
      throws IOException, InterruptedException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      return CleanMain.without(End.OVER_BUDGET, "");
    }
    if (!Files.exists(seen)) {
      return CleanMain.without(End.EXITED, Integer.toString(process.exitValue()));
    }
    String text = new String(Files.readAllBytes(seen), StandardCharsets.UTF_8);
    return ObservationJson.read(JsonObject.of(JsonReader.read(text)));
  }
}
