package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import org.refverify.common.JsonWriter;
import org.refverify.fuzzer.compare.Channel;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.emit.Replay;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.JsonObject;
import org.refverify.fuzzer.recipe.JsonReader;
import org.refverify.fuzzer.run.Clean;
import org.refverify.fuzzer.run.Run;
import org.refverify.fuzzer.run.Target;

/** Runs one version once in a separate process. */
final class CleanMain {
  private CleanMain() {}

  static void main(Options options) throws IOException {
    Subject subject = Subject.open(options);
    String text =
        new String(Files.readAllBytes(Paths.get(options.text("--replay"))), StandardCharsets.UTF_8);
    Replay replay = Replay.read(JsonObject.of(JsonReader.read(text)));
    Entry entry = replay.entry;
    boolean fresh = options.text("--side").equals("new");
    Input input = fresh ? new Renaming(subject.renames).fresh(replay.input) : replay.input;
    List<String> path = new ArrayList<String>(options.path(fresh ? "--new" : "--old"));
    path.addAll(options.path("--class-path"));
    Run run =
        Clean.run(
            path,
            () -> subject.shapes.writer(fresh),
            subject.statics(subject.difference.old, fresh),
            fresh ? Duel.fresh(entry, replay.input, subject.renames) : Target.of(entry.old),
            input);
    Path seen = Paths.get(options.text("--seen"));
    Files.write(
        seen,
        JsonWriter.write(ObservationJson.write(run.observation)).getBytes(StandardCharsets.UTF_8));
    Runtime.getRuntime().halt(0);
  }

  static Observation without(End end, String exit) {
    long[] hashes = new long[Channel.values().length];
    String[] texts = new String[hashes.length];
    if (!exit.isEmpty()) {
      hashes[Channel.EXIT.ordinal()] = Long.parseLong(exit) + 1;
      texts[Channel.EXIT.ordinal()] = exit;
    }
    return new Observation(end, null, hashes, texts);
  }
}
