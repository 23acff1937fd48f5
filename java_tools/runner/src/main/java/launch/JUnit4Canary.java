package launch;

import org.junit.Assert;
import org.junit.Test;

/** Template of the JUnit 4 canaries: {@link Canary} gives it a random name and the secret. */
public class JUnit4Canary {
  /** Fails by {@code fail}. */
  @Test
  public void redFail() {
    Assert.fail("CANARY-SECRET");
  }

  /** Fails by {@code assertEquals}. */
  @Test
  public void redEquals() {
    Assert.assertEquals("CANARY-SECRET", "a", "b");
  }

  /** Fails by {@code assertTrue}. */
  @Test
  public void redTrue() {
    Assert.assertTrue("CANARY-SECRET", false);
  }

  /** Fails by throwing an error directly. */
  @Test
  public void redThrow() {
    throw new AssertionError("CANARY-SECRET");
  }

  /** Fails by the keyword {@code assert}. */
  @Test
  public void redAssert() {
    assert false : "CANARY-SECRET";
  }

  /** Passes. */
  @Test
  public void green() {
    Assert.assertTrue(true);
  }
}
