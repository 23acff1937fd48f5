package org.refverify.fuzzer.campaign;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Runs one emitted test class in a process of its own; the exit status says how it went. */
final class TestMain {
  static final int PASSED = 42;
  static final int FAILED = 43;
  static final int UNUSABLE = 44;

  private TestMain() {}

  static void main(Options options) {
    int status = UNUSABLE;
    try {
      status = run(Class.forName(options.text("--test")));
    } catch (ReflectiveOperationException | LinkageError unusable) {
      System.err.println(unusable);
    }
    Runtime.getRuntime().halt(status);
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
