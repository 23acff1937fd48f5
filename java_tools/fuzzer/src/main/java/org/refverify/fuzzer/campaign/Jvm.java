package org.refverify.fuzzer.campaign;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Starts Java processes of the same JDK. */
final class Jvm {
  private static final String[] OPENED = {
    "java.lang",
    "java.lang.invoke",
    "java.lang.reflect",
    "java.io",
    "java.math",
    "java.net",
    "java.nio",
    "java.nio.charset",
    "java.security",
    "java.text",
    "java.time",
    "java.time.chrono",
    "java.time.format",
    "java.time.temporal",
    "java.time.zone",
    "java.util",
    "java.util.concurrent",
    "java.util.concurrent.atomic",
    "java.util.concurrent.locks",
    "java.util.function",
    "java.util.jar",
    "java.util.regex",
    "java.util.stream",
    "java.util.zip",
    "sun.util.calendar",
    "sun.util.locale"
  };

  private Jvm() {}

  /**
   * The common beginning of a command line: program, heap, language, packages open to reflection.
   */
  static List<String> command(String heap) {
    List<String> words = new ArrayList<String>();
    words.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(
        Arrays.asList(
            "-Xmx" + heap,
            "-Xss1m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            // Otherwise exceptions of the JVM lose their messages after they were thrown often
            // enough.
            "-XX:-OmitStackTraceInFastThrow",
            "-Djava.awt.headless=true",
            "-Duser.timezone=UTC",
            "-Duser.language=en",
            "-Duser.country=US",
            "-Dfile.encoding=UTF-8"));
    if (!System.getProperty("java.specification.version").startsWith("1.")) {
      for (String name : OPENED) {
        words.add("--add-opens=java.base/" + name + "=ALL-UNNAMED");
      }
    }
    return words;
  }

  /** The path of the engine's own code. */
  static String engine() {
    try {
      return new File(Jvm.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getPath();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Starts a process; both of its streams go to the file. */
  static Process start(List<String> words, Path log) throws IOException {
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .redirectInput(ProcessBuilder.Redirect.from(new File(nothing())))
        .start();
  }

  private static String nothing() {
    return File.separatorChar == '/' ? "/dev/null" : "NUL";
  }
}
