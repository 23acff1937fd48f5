package org.refverify.fuzzer.campaign;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.refverify.fuzzer.emit.Emitter;
import org.refverify.fuzzer.emit.Replay;

/**
 * Writes the witness as a JUnit test and checks that it passes on the old version and fails on the
 * new one: in two JVMs each, and repeatedly in each of them.
 */
final class CleanTest {
  private static final int SECONDS = 30;
  private static final int LEAST_SECONDS = 4;
  private static final int TIMES = 10;
  private static final int AGAIN = 10;
  private static final int AGAIN_MILLIS = 200;
  private static final int PATIENT = 10;
  private static final String USUAL = "UTC";

  /**
   * Two zones that never have the same date: a result that depends on today's date does not hold in
   * both.
   */
  private static final String[] ZONES = {"Etc/GMT+12", "Pacific/Kiritimati"};

  /** The probe itself failed outside the call, which says nothing about the version. */
  private static final String BROKEN = "Exception in thread \"main\" ";

  private final Options options;
  private final Path folder;
  private final Emitter emitter;
  private final Emitter.Flavour flavour;
  private boolean unsteady;

  CleanTest(Options options, Subject subject, Path folder) {
    this.options = options;
    this.folder = folder;
    this.emitter = new Emitter(subject.oldFiles, subject.freshFiles, subject.renames);
    this.flavour =
        options.number("--flavour", 5) == 4 ? Emitter.Flavour.JUNIT4 : Emitter.Flavour.JUNIT5;
  }

  /** The call on one line. */
  String call(Replay replay) {
    return emitter.call(replay.entry, replay.input);
  }

  /**
   * Whether the test, which is then not returned, passed once and failed once on the same version.
   */
  boolean wasUnsteady() {
    return unsteady;
  }

  /**
   * Name and source of the test; null if no suitable test can be written.
   *
   * @param endless a loop of the new version never ends
   * @param chance the versions draw random numbers or read the clock: many more runs must agree
   */
  WrittenTest write(Replay replay, boolean endless, boolean chance)
      throws IOException, InterruptedException {
    if (!Compiler.isThere() || options.has("--no-test")) {
      return null;
    }
    String owner = replay.entry.old.owner;
    int dot = owner.lastIndexOf('.');
    String base = owner.substring(0, dot + 1) + owner.substring(dot + 1).replace('$', '_');
    Map<String, String> old = new LinkedHashMap<String, String>();
    Map<String, String> fresh = new LinkedHashMap<String, String>();
    if (!observe(replay, endless, base + "Probe", old, fresh)) {
      return null;
    }
    String name = base + "BehaviourTest";
    String simple = name.substring(dot + 1);
    String source = emitter.test(simple, replay.entry, replay.input, flavour, old, fresh);
    return source != null && holds(name, source, endless, chance)
        ? new WrittenTest(name, source)
        : null;
  }

  private boolean observe(
      Replay replay,
      boolean endless,
      String name,
      Map<String, String> old,
      Map<String, String> fresh)
      throws IOException, InterruptedException {
    String simple = name.substring(name.lastIndexOf('.') + 1);
    String source = emitter.probe(simple, replay.entry, replay.input);
    Path classes = folder.resolve("probe");
    if (!Compiler.compile(Collections.singletonMap(name, source), path("--old"), classes)) {
      return false;
    }
    Path oldLog = folder.resolve("probe-old.log");
    Path freshLog = folder.resolve("probe-new.log");
    Process first = start(classes, "--old", USUAL, Collections.singletonList(name), oldLog);
    Process second = start(classes, "--new", USUAL, Collections.singletonList(name), freshLog);
    long begun = System.nanoTime();
    status(first, SECONDS);
    double took = (System.nanoTime() - begun) / 1e9;
    status(second, endless ? patience(took) : SECONDS);
    old.putAll(Emitter.observed(text(oldLog)));
    fresh.putAll(Emitter.observed(text(freshLog)));
    return !old.isEmpty() && (!fresh.isEmpty() || !text(freshLog).contains(BROKEN));
  }

  private boolean holds(String name, String source, boolean endless, boolean chance)
      throws IOException, InterruptedException {
    Map<String, String> sources = new LinkedHashMap<String, String>();
    sources.put(name, source);
    if (options.path("--junit").isEmpty()) {
      sources.putAll(JUnitStub.sources(flavour));
    }
    Path classes = folder.resolve("test");
    if (!Compiler.compile(sources, path("--old"), classes)) {
      return false;
    }
    List<String> main = main(name, chance ? PATIENT : 1);
    Path log = folder.resolve("test.log");
    List<Process> running = new ArrayList<Process>();
    for (int i = 0; i < 2 * ZONES.length; i++) {
      String zone = chance ? ZONES[i / 2] : USUAL;
      running.add(start(classes, i % 2 == 0 ? "--old" : "--new", zone, main, log));
    }
    boolean holds = true;
    long begun = System.nanoTime();
    long seconds = SECONDS;
    for (int i = 0; i < running.size(); i++) {
      int status = status(running.get(i), i % 2 == 0 ? SECONDS : seconds);
      if (i == 0 && endless) {
        seconds = patience((System.nanoTime() - begun) / 1e9);
      }
      unsteady |= status == TestMain.UNSTEADY;
      boolean passed = status == TestMain.PASSED;
      holds &= passed == (i % 2 == 0) && status != TestMain.UNUSABLE;
    }
    return holds && !unsteady;
  }

  private static List<String> main(String test, int times) {
    return Arrays.asList(
        Main.class.getName(),
        "test",
        "--test",
        test,
        "--again",
        Integer.toString(AGAIN * times),
        "--again-millis",
        Integer.toString(AGAIN_MILLIS * times));
  }

  private List<String> path(String side) {
    List<String> path = new ArrayList<String>(options.path(side));
    path.addAll(options.path("--class-path"));
    path.addAll(options.path("--junit"));
    return path;
  }

  private Process start(Path classes, String side, String zone, List<String> main, Path log)
      throws IOException {
    List<String> path = new ArrayList<String>();
    path.add(classes.toString());
    path.addAll(path(side));
    path.add(Jvm.engine());
    List<String> words = new ArrayList<String>(Jvm.command("512m"));
    words.add("-Duser.timezone=" + zone);
    words.addAll(Arrays.asList("-cp", String.join(File.pathSeparator, path)));
    words.addAll(main);
    return Jvm.start(words, log);
  }

  /**
   * The time limit in seconds for a version with a loop that is known to never end: many times the
   * time of the other version.
   */
  static long patience(double seconds) {
    return Math.min(SECONDS, Math.max(LEAST_SECONDS, (long) (TIMES * seconds)));
  }

  /** The exit status; that of a failure if the process had to be killed. */
  private static int status(Process process, long seconds) throws InterruptedException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      return TestMain.FAILED;
    }
    return process.exitValue();
  }

  private static String text(Path log) throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
  }
}
