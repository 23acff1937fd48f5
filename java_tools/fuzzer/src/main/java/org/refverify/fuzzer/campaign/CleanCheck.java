package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import org.refverify.fuzzer.compare.Comparison;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.compare.Tag;
import org.refverify.fuzzer.emit.Replay;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Json;

/** The last question: does the difference show in ordinary JVMs, twice, without our loaders? */
final class CleanCheck {
  private static final int TWICE = 2;
  private static final int SECONDS = 30;
  private final Options options;
  private final Subject subject;
  private final Path folder;

  CleanCheck(Options options, Subject subject, Path folder) {
    this.options = options;
    this.subject = subject;
    this.folder = folder;
  }

  /** What clean JVMs say. */
  enum Answer {
    /** The difference shows. */
    HOLDS,
    /** It does not. */
    GONE,
    /** The old version differs from itself. */
    NONDETERMINISTIC
  }

  /**
   * Adds the witness to the findings where the difference shows: in a test that passes on old and
   * fails on new, or, where no such test can be written, in what clean JVMs observe.
   */
  Answer ask(Map<?, ?> suspect, Findings findings) throws IOException, InterruptedException {
    CleanTest clean = new CleanTest(options, subject, folder);
    Replay replayed = Replay.read(suspect.get("replay"));
    Map<String, Object> witness = new LinkedHashMap<String, Object>();
    witness.put("entry", suspect.get("entry"));
    witness.put("tags", suspect.get("tags"));
    witness.put("call", clean.call(replayed));
    witness.put("old", suspect.get("old"));
    witness.put("new", suspect.get("new"));
    Map.Entry<String, String> test = clean.write(replayed, Suspect.isEndless(suspect));
    witness.put("test_class", test == null ? "" : test.getKey());
    witness.put("test", test == null ? "" : test.getValue());
    witness.put("replay", suspect.get("replay"));
    Answer answer = test == null ? observe(suspect, replayed.input, witness) : Answer.HOLDS;
    if (answer == Answer.HOLDS) {
      findings.witnesses.add(witness);
    }
    return answer;
  }

  private Answer observe(Map<?, ?> suspect, Input input, Map<String, Object> witness)
      throws IOException, InterruptedException {
    Path replay = folder.resolve("replay.json");
    Files.write(replay, Json.write(suspect.get("replay")).getBytes(StandardCharsets.UTF_8));
    long begun = System.nanoTime();
    Observation[] old = twice("old", replay, SECONDS);
    double took = (System.nanoTime() - begun) / 1e9;
    boolean endless = Suspect.isEndless(suspect);
    long patience = endless ? CleanTest.patience(took) : SECONDS;
    if (!Comparison.tags(old[0], old[1]).isEmpty()) {
      return Answer.NONDETERMINISTIC;
    }
    Observation[] fresh = twice("new", replay, patience);
    SortedSet<Tag> tags = Comparison.tags(old[0], fresh[0]);
    if (tags.isEmpty() || Comparison.tags(old[1], fresh[1]).isEmpty()) {
      return Answer.GONE;
    }
    witness.put("tags", Writing.words(Robustness.tags(tags, input, old[0], fresh[0])));
    witness.put("old", Writing.line(old[0], fresh[0]));
    witness.put("new", Writing.line(fresh[0], old[0]));
    return Answer.HOLDS;
  }

  private Observation[] twice(String side, Path replay, long seconds)
      throws IOException, InterruptedException {
    List<Process> running = new ArrayList<Process>();
    for (int i = 0; i < TWICE; i++) {
      Files.deleteIfExists(seen(side, i));
      running.add(start(side, replay, i));
    }
    Observation[] all = new Observation[TWICE];
    for (int i = 0; i < TWICE; i++) {
      all[i] = end(running.get(i), seen(side, i), seconds);
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
    return Writing.observation((Map<?, ?>) Json.read(text));
  }
}
