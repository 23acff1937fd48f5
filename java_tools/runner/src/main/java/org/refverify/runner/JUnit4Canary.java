package org.refverify.runner;

import org.junit.Assert;
import org.junit.Test;

/** Template of the JUnit 4 canaries: {@link Canary} gives it a random name and the secret. */
public class JUnit4Canary {
  /** Fails by {@code fail}. */
  @Test
  public void redFail() {
    Assert.fail("REFVERIFY-SECRET");
  }

  /** Fails by {@code assertEquals}. */
  @Test
  public void redEquals() {
    Assert.assertEquals("REFVERIFY-SECRET", "a", "b");
  }

  /** Fails by {@code assertTrue}. */
  @Test
  public void redTrue() {
    Assert.assertTrue("REFVERIFY-SECRET", false);
  }

  /** Fails by itself. */
  @Test
  public void redThrow() {
    throw new AssertionError("REFVERIFY-SECRET");
  }

  /** Passes. */
  @Test
  public void green() {
    Assert.assertTrue(true);
  }
}
