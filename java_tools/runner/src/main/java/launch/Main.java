package launch;

import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

/**
 * Runs a suite and reports it: first the subject's classes, then canaries in a second execution,
 * then the end. The JVM is halted afterwards, so neither shutdown hooks nor remaining threads can
 * add anything. If the plan asks only for the first failure, the JVM is halted there, and neither
 * canaries nor an end follow: such a run shows what failed, never that something passed.
 */
public final class Main {
  private Main() {}

  /**
   * Entry point; all other input comes on standard input (see {@link Plan}).
   *
   * @param arguments none, or the file for the data of JaCoCo's agent
   * @throws IOException standard input cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    // Bypasses System.in, whose buffer would keep what it has read.
    Plan plan = Plan.read(new FileInputStream(FileDescriptor.in));
    Events events = new Events(plan.takeKey());
    System.setIn(new ByteArrayInputStream(new byte[0]));
    System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true));
    events.write("event", "begin", "java", System.getProperty("java.version"));
    try {
      run(plan, events, arguments.length == 0 ? null : arguments[0]);
      events.write("event", "end");
    } catch (Throwable e) {
      events.write("event", "error", "message", e.toString());
    }
    halt();
  }

  private static void halt() {
    System.err.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void run(Plan plan, Events events, String recording) throws IOException {
    boolean assertions = plan.take("assertions").equals("on");
    Suite suite = suite(plan);
    AgentSessions sessions =
        recording == null
            ? AgentSessions.NONE
            : AgentSessions.of(recording, !plan.runsInParallel());
    Results tests = new Results(events, "test", sessions);
    if (plan.stopsAtFailure()) {
      tests.stopAtFailure(new HashSet<>(plan.all("fails")), Main::halt);
    }
    Tally told = suite.run(load(plan.all("class"), tests), tests);
    told.report(events, "test");
    sessions.end(events);
    if (assertions) {
      Assertions.report(tests.passedClasses(), events);
    }
    Class<?> canary =
        Canary.of(suite.canary(), plan.takeSecret("canary"), plan.takeSecret("secret"));
    suite
        .run(Collections.singletonList(canary), new Results(events, "canary"))
        .report(events, "canary");
  }

  private static Suite suite(Plan plan) {
    switch (plan.take("launcher")) {
      case "junit3":
        return new JUnit3Suite();
      case "junit4":
        return new JUnit4Suite();
      default:
        return new PlatformSuite(plan);
    }
  }

  private static List<Class<?>> load(List<String> names, Results results) {
    List<Class<?>> classes = new ArrayList<>();
    for (String name : names) {
      try {
        classes.add(Class.forName(name, false, ClassLoader.getSystemClassLoader()));
      } catch (ClassNotFoundException | LinkageError e) {
        results.failed(name + "#" + Results.WHOLE_CLASS, e);
      }
    }
    return classes;
  }
}
