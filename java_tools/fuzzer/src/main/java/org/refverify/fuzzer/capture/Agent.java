package org.refverify.fuzzer.capture;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;

/**
 * The agent: {@code -javaagent:fuzzer.jar=ENTRIES,OUT}. {@code ENTRIES} contains one method per
 * line ({@code pkg.Class#name(I)V}); the values that their calls received are appended to {@code
 * OUT}, one JSON object per line.
 */
public final class Agent {
  private Agent() {}

  /** Called by the JVM before the program's own {@code main}. */
  public static void premain(String options, Instrumentation instrumentation) throws IOException {
    String[] paths = options.split(",", 2);
    List<String> entries = Files.readAllLines(Paths.get(paths[0]), StandardCharsets.UTF_8);
    Recorder.open(entries, Paths.get(paths[1]));
    instrumentation.addTransformer(new Hooks(entries));
  }
}
