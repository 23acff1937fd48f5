package launch;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.RunWith;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** JUnit 4 (and 3) through JUnitCore, as Surefire's own provider does. */
final class JUnit4Suite implements Suite {
  @Override
  public Tally run(List<Class<?>> classes, Results results) {
    List<Class<?>> tests = new ArrayList<>();
    for (Class<?> candidate : classes) {
      try {
        if (isTest(candidate)) {
          tests.add(candidate);
        }
      } catch (LinkageError e) {
        results.failed(candidate.getName() + "#" + Results.WHOLE_CLASS, e);
      }
    }
    JUnitCore core = new JUnitCore();
    Reporter reporter = new Reporter(results);
    core.addListener(reporter);
    Result result = core.run(tests.toArray(new Class<?>[0]));
    reporter.tally.engine(
        result.getRunCount(), result.getFailureCount(), result.getIgnoreCount(), 0);
    return reporter.tally;
  }

  @Override
  public Class<?> canary() {
    return JUnit4Canary.class;
  }

  private static boolean isTest(Class<?> type) {
    return JUnit3Suite.isTest(type)
        || !Modifier.isAbstract(type.getModifiers())
            && (type.isAnnotationPresent(RunWith.class) || hasTestMethod(type));
  }

  private static boolean hasTestMethod(Class<?> type) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (method.isAnnotationPresent(org.junit.Test.class)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Reports a test when it is finished; a class whose set-up failed is reported as the class.
   *
   * <p>JUnit ignores exceptions of a listener and continues. So a test does not count as passed if
   * any of its notifications failed here.
   */
  private static final class Reporter extends RunListener {
    private static final String WARNING = "warning(junit.framework.TestSuite$1)";

    final Tally tally = new Tally();
    private final Results results;
    private final Deque<String> warned = new ArrayDeque<>();
    private Description running;
    private Throwable failure;
    private Throwable assumption;
    private boolean torn;

    Reporter(Results results) {
      this.results = results;
    }

    @Override
    public void testRunStarted(Description all) {
      guarded(() -> findWarnings(all, ""));
    }

    /**
     * Finds the classes that JUnit 3 could not create and reports as separate tests, in the order
     * of the tree.
     */
    private void findWarnings(Description description, String owner) {
      if (description.getDisplayName().equals(WARNING)) {
        warned.add(owner);
      }
      for (Description child : description.getChildren()) {
        findWarnings(child, description.getDisplayName());
      }
    }

    @Override
    public void testStarted(Description description) {
      tally.started();
      torn = false;
      failure = null;
      assumption = null;
      running = description;
    }

    @Override
    public void testFailure(Failure event) {
      tally.failed();
      guarded(
          () -> {
            if (running != null && running.equals(event.getDescription())) {
              failure = failure == null ? event.getException() : failure;
            } else {
              results.failed(id(event.getDescription()), event.getException());
            }
          });
    }

    @Override
    public void testAssumptionFailure(Failure event) {
      guarded(
          () -> {
            if (running != null && running.equals(event.getDescription())) {
              assumption = event.getException();
              torn |= assumption == null;
            } else {
              results.skipped(id(event.getDescription()), event.getException());
            }
          });
    }

    @Override
    public void testIgnored(Description description) {
      tally.skipped();
      guarded(() -> results.skipped(id(description), "ignored"));
    }

    @Override
    public void testFinished(Description description) {
      tally.finished();
      guarded(() -> report(id(description)));
      running = null;
    }

    private void report(String id) {
      if (failure != null) {
        results.failed(id, failure);
      } else if (assumption != null) {
        results.skipped(id, assumption);
      } else if (torn) {
        results.skipped(id, "a notification of it went wrong");
      } else {
        results.passed(id);
      }
    }

    private void guarded(Runnable step) {
      try {
        step.run();
      } catch (Throwable e) {
        torn = true;
        tally.torn();
      }
    }

    private String id(Description description) {
      String name = description.getDisplayName();
      if (name.equals(WARNING) && !warned.isEmpty()) {
        return warned.remove() + "#" + Results.WHOLE_CLASS;
      }
      int open = name.lastIndexOf('(');
      if (open < 0 || !name.endsWith(")")) {
        return name + "#" + Results.WHOLE_CLASS;
      }
      String owner = name.substring(open + 1, name.length() - 1);
      // JUnit's name for a class whose runner could not be created.
      return name.startsWith("initializationError(")
          ? owner + "#" + Results.WHOLE_CLASS
          : results.number(owner, name.substring(0, open));
    }
  }
}
