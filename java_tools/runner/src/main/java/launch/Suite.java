package launch;

import java.util.List;

/** Runs test classes with one of the JUnit generations. */
interface Suite {
  /**
   * Runs the classes to the end and reports each test. Returns the reported events, and the count
   * of the engine.
   */
  Tally run(List<Class<?>> classes, Results results);

  /** The canary template that this generation can run. */
  Class<?> canary();
}
