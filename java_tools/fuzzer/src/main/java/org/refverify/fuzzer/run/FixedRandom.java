package org.refverify.fuzzer.run;

import java.security.Provider;
import java.security.SecureRandomSpi;
import java.security.Security;

/** The source of secure random numbers, and so of random UUIDs: the run's own. */
public final class FixedRandom extends SecureRandomSpi {
  private static final long serialVersionUID = 1L;

  /** Called by the security framework. */
  public FixedRandom() {}

  static void install() {
    Security.insertProviderAt(new Source(), 1);
  }

  @Override
  protected void engineSetSeed(byte[] seed) {}

  @Override
  protected void engineNextBytes(byte[] bytes) {
    World.random().nextBytes(bytes);
  }

  @Override
  protected byte[] engineGenerateSeed(int count) {
    byte[] seed = new byte[count];
    engineNextBytes(seed);
    return seed;
  }

  private static final class Source extends Provider {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("deprecation")
    Source() {
      super("refverify", 1.0, "randomness of the run");
      put("SecureRandom.Run", FixedRandom.class.getName());
    }
  }
}
