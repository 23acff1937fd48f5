package launch;

import java.util.List;

/** Runs test classes with one of the JUnit generations. */
interface Suite {
  /**
   * Runs the classes to the end and reports each test; returns what was heard and the engine's
   * count.
   */
  Tally run(List<Class<?>> classes, Results results);

  /** The canary template that this generation can run. */
  Class<?> canary();
}
