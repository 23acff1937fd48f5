package org.refverify.runner;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Template of the Jupiter canaries: {@link Canary} gives it a random name and the secret. */
public class JupiterCanary {
  /** Fails by {@code fail}. */
  @Test
  public void redFail() {
    Assertions.fail("REFVERIFY-SECRET");
  }

  /** Fails by {@code assertEquals}. */
  @Test
  public void redEquals() {
    Assertions.assertEquals("a", "b", "REFVERIFY-SECRET");
  }

  /** Fails by {@code assertTrue}. */
  @Test
  public void redTrue() {
    Assertions.assertTrue(false, "REFVERIFY-SECRET");
  }

  /** Fails by itself. */
  @Test
  public void redThrow() {
    throw new AssertionError("REFVERIFY-SECRET");
  }

  /** Passes. */
  @Test
  public void green() {
    Assertions.assertTrue(true);
  }
}
