package org.refverify.fuzzer.campaign;

import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;

/**
 * Runs one emitted test class in a separate process, and then again in fresh class loaders; the
 * exit status gives the result.
 */
final class TestMain {
  // Statuses that no JVM uses on its own and that a subject is unlikely to use: neither must look
  // like a pass.
  static final int PASSED = 42;
  static final int FAILED = 43;
  static final int UNUSABLE = 44;

  /** The test passed once and failed once. */
  static final int UNSTEADY = 45;

  private static final Properties PROPERTIES = (Properties) System.getProperties().clone();
  private static final Locale LOCALE = Locale.getDefault();
  private static final TimeZone ZONE = TimeZone.getDefault();
  private static final PrintStream OUT = System.out;
  private static final PrintStream ERR = System.err;

  private TestMain() {}

  static void main(Options options) {
    int status = UNUSABLE;
    try {
      String name = options.text("--test");
      status = run(Class.forName(name));
      long nanos = TimeUnit.MILLISECONDS.toNanos(options.number("--again-millis", 0));
      status = again(name, status, (int) options.number("--again", 0), nanos);
    } catch (ReflectiveOperationException | LinkageError | MalformedURLException unusable) {
      System.err.println(unusable);
    }
    Runtime.getRuntime().halt(status);
  }

  /** The same status if all further runs, or as many as the time allows, agree. */
  private static int again(String test, int first, int most, long nanos)
      throws ReflectiveOperationException, MalformedURLException {
    URL[] path = path();
    long begun = System.nanoTime();
    for (int i = 0; i < most && System.nanoTime() - begun < nanos && first != UNUSABLE; i++) {
      restore();
      ClassLoader loader = new URLClassLoader(path, ClassLoader.getSystemClassLoader().getParent());
      Thread.currentThread().setContextClassLoader(loader);
      if (run(Class.forName(test, true, loader)) != first) {
        return UNSTEADY;
      }
    }
    return first;
  }

  private static URL[] path() throws MalformedURLException {
    List<URL> urls = new ArrayList<URL>();
    for (String part : PROPERTIES.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(new File(part).toURI().toURL());
    }
    return urls.toArray(new URL[0]);
  }

  /** Restores what a test may have changed in the JVM. */
  private static void restore() {
    System.setProperties((Properties) PROPERTIES.clone());
    Locale.setDefault(LOCALE);
    TimeZone.setDefault(ZONE);
    System.setOut(OUT);
    System.setErr(ERR);
    Thread.interrupted();
  }

  private static int run(Class<?> test) throws ReflectiveOperationException {
    Object instance = test.getDeclaredConstructor().newInstance();
    int run = 0;
    for (Method method : test.getDeclaredMethods()) {
      if (!Modifier.isPublic(method.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
        continue;
      }
      run++;
      try {
        method.invoke(instance);
      } catch (InvocationTargetException failed) {
        System.err.println(failed.getCause());
        return FAILED;
      }
    }
    return run == 0 ? UNUSABLE : PASSED;
  }
}
