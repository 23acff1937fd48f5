package launch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import junit.framework.AssertionFailedError;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestListener;
import junit.framework.TestResult;
import junit.framework.TestSuite;

/**
 * JUnit 3 on its own, for subjects whose JUnit is older than JUnitCore: runs each class by its
 * {@code suite()}, or by its test methods without one, as Surefire's own provider does.
 */
final class JUnit3Suite implements Suite {
  @Override
  public Tally run(List<Class<?>> classes, Results results) {
    TestResult all = new TestResult();
    Reporter reporter = new Reporter(results);
    all.addListener(reporter);
    for (Class<?> candidate : classes) {
      try {
        if (isTest(candidate)) {
          reporter.of = candidate.getName();
          suiteOf(candidate).run(all);
        }
      } catch (Throwable e) {
        Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
        results.failed(candidate.getName() + "#" + Results.WHOLE_CLASS, cause);
      }
    }
    reporter.tally.engine(all.runCount(), all.failureCount() + all.errorCount(), 0, 0);
    return reporter.tally;
  }

  @Override
  public Class<?> canary() {
    return JUnit3Canary.class;
  }

  /** Whether JUnit 3 treats a class as a test: by its type, or by a method {@code suite()}. */
  static boolean isTest(Class<?> type) {
    return !Modifier.isAbstract(type.getModifiers())
        && (Test.class.isAssignableFrom(type) || suiteMethod(type) != null);
  }

  private static Method suiteMethod(Class<?> type) {
    try {
      Method suite = type.getMethod("suite");
      boolean makesTests = Test.class.isAssignableFrom(suite.getReturnType());
      return makesTests && Modifier.isStatic(suite.getModifiers()) ? suite : null;
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  private static Test suiteOf(Class<?> type) throws ReflectiveOperationException {
    Method suite = suiteMethod(type);
    return suite == null ? new TestSuite(type) : (Test) suite.invoke(null);
  }

  /**
   * Reports a test when it ends. A failure outside a test is reported under the name of its class.
   */
  private static final class Reporter implements TestListener {
    final Tally tally = new Tally();

    /** The class whose tests run. */
    String of = "";

    private final Results results;
    private final Map<Test, Throwable> running = new IdentityHashMap<>();

    Reporter(Results results) {
      this.results = results;
    }

    @Override
    public synchronized void startTest(Test test) {
      tally.started();
      running.put(test, null);
    }

    @Override
    public void addFailure(Test test, AssertionFailedError failure) {
      addError(test, failure);
    }

    @Override
    public synchronized void addError(Test test, Throwable error) {
      tally.failed();
      if (running.containsKey(test)) {
        running.merge(test, error, (first, later) -> first);
      } else {
        results.failed(id(test), error);
      }
    }

    @Override
    public synchronized void endTest(Test test) {
      tally.finished();
      Throwable failure = running.remove(test);
      if (failure == null) {
        results.passed(id(test));
      } else {
        results.failed(id(test), failure);
      }
    }

    private String id(Test test) {
      if (!(test instanceof TestCase)) {
        return of + "#" + Results.WHOLE_CLASS;
      }
      String type = test.getClass().getName();
      // JUnit reports a class that it cannot create as a separate test.
      return type.startsWith("junit.framework.TestSuite$")
          ? of + "#" + Results.WHOLE_CLASS
          : results.number(type, String.valueOf(((TestCase) test).getName()));
    }
  }
}
