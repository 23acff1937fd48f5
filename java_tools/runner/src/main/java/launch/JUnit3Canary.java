package launch;

import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;

/** Template of the JUnit 3 canaries: {@link Canary} gives it a random name and the secret. */
public class JUnit3Canary extends TestCase {
  /** Runs one of the methods below. */
  public JUnit3Canary(String name) {
    super(name);
  }

  /** The methods below have the names of the other generations' canaries. */
  public static Test suite() {
    TestSuite all = new TestSuite();
    String[] names = {"redFail", "redEquals", "redTrue", "redThrow", "redAssert", "green"};
    for (String name : names) {
      all.addTest(new JUnit3Canary(name));
    }
    return all;
  }

  /** Fails by {@code fail}. */
  public void redFail() {
    fail("CANARY-SECRET");
  }

  /** Fails by {@code assertEquals}. */
  public void redEquals() {
    assertEquals("CANARY-SECRET", "a", "b");
  }

  /** Fails by {@code assertTrue}. */
  public void redTrue() {
    assertTrue("CANARY-SECRET", false);
  }

  /** Fails by throwing an error directly. */
  public void redThrow() {
    throw new AssertionError("CANARY-SECRET");
  }

  /** Fails by the keyword {@code assert}. */
  public void redAssert() {
    assert false : "CANARY-SECRET";
  }

  /** Passes. */
  public void green() {
    assertTrue(true);
  }
}
