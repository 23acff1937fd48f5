package launch;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Template of the Jupiter canaries: {@link Canary} gives it a random name and the secret. */
public class JupiterCanary {
  /** Fails by {@code fail}. */
  @Test
  public void redFail() {
    Assertions.fail("CANARY-SECRET");
  }

  /** Fails by {@code assertEquals}. */
  @Test
  public void redEquals() {
    Assertions.assertEquals("a", "b", "CANARY-SECRET");
  }

  /** Fails by {@code assertTrue}. */
  @Test
  public void redTrue() {
    Assertions.assertTrue(false, "CANARY-SECRET");
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
    Assertions.assertTrue(true);
  }
}
