/**
 * What the verifier runs inside a subject's JVM: a compiler driver and a test launcher.
 *
 * <p>Java 8 byte code, no dependency of its own: JUnit is the subject's. Everything that the test
 * launcher reports goes to the original standard output as a chain of authenticated events, since
 * the code under test shares the JVM and may print, exit or lie.
 *
 * <p>The package's name says nothing of the verifier: the code under test finds it in stack traces,
 * and shall have no word to behave by.
 */
package launch;
