/**
 * The code that the verifier runs inside a subject's JVM: a compiler driver and a test launcher.
 *
 * <p>It is Java 8 byte code without dependencies of its own: JUnit is the subject's, and the jar
 * contains a copy of {@code JsonWriter} in this package. Everything that the test launcher reports
 * goes to the original standard output as a chain of authenticated events, since the code under
 * test shares the JVM and may print, exit or lie.
 *
 * <p>The package's name does not reveal the verifier: the code under test sees it in stack traces
 * and must not adapt its behaviour to it.
 */
package launch;
