package org.refverify.runner;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.RunWith;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** JUnit 4 (and 3) by JUnitCore, as Surefire's own provider does. */
final class JUnit4Suite implements Suite {
  @Override
  public void run(List<Class<?>> classes, Results results) {
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
    core.addListener(new Reporter(results));
    core.run(tests.toArray(new Class<?>[0]));
  }

  @Override
  public Class<?> canary() {
    return JUnit4Canary.class;
  }

  private static boolean isTest(Class<?> type) {
    if (Modifier.isAbstract(type.getModifiers()) || type.isInterface()) {
      return false;
    }
    return junit.framework.Test.class.isAssignableFrom(type)
        || type.isAnnotationPresent(RunWith.class)
        || hasSuiteMethod(type)
        || hasTestMethod(type);
  }

  private static boolean hasSuiteMethod(Class<?> type) {
    try {
      Method suite = type.getMethod("suite");
      return Modifier.isStatic(suite.getModifiers())
          && junit.framework.Test.class.isAssignableFrom(suite.getReturnType());
    } catch (NoSuchMethodException e) {
      return false;
    }
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

  /** Reports a test when it is finished; a class whose set-up failed reports as the class. */
  private static final class Reporter extends RunListener {
    private final Results results;
    private Description running;
    private Throwable failure;
    private String assumption;

    Reporter(Results results) {
      this.results = results;
    }

    @Override
    public void testStarted(Description description) {
      running = description;
      failure = null;
      assumption = null;
    }

    @Override
    public void testFailure(Failure event) {
      if (running != null && running.equals(event.getDescription())) {
        failure = failure == null ? event.getException() : failure;
      } else {
        results.failed(id(event.getDescription()), event.getException());
      }
    }

    @Override
    public void testAssumptionFailure(Failure event) {
      if (running != null && running.equals(event.getDescription())) {
        assumption = String.valueOf(event.getException());
      } else {
        results.skipped(id(event.getDescription()), String.valueOf(event.getException()));
      }
    }

    @Override
    public void testIgnored(Description description) {
      results.skipped(id(description), "ignored");
    }

    @Override
    public void testFinished(Description description) {
      String id = id(description);
      if (failure != null) {
        results.failed(id, failure);
      } else if (assumption != null) {
        results.skipped(id, assumption);
      } else {
        results.passed(id);
      }
      running = null;
    }

    private String id(Description description) {
      String name = description.getDisplayName();
      int open = name.lastIndexOf('(');
      if (open < 0 || !name.endsWith(")")) {
        return name + "#" + Results.WHOLE_CLASS;
      }
      return results.number(name.substring(open + 1, name.length() - 1), name.substring(0, open));
    }
  }
}
