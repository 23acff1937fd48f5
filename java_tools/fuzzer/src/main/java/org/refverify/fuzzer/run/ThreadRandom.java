package org.refverify.fuzzer.run;

import java.lang.reflect.Field;

/** Sets the state of {@code ThreadLocalRandom}, which is stored in the thread. */
final class ThreadRandom {
  private static final Field SEED = field("threadLocalRandomSeed");
  private static final Field PROBE = field("threadLocalRandomProbe");

  private ThreadRandom() {}

  static void reset(long seed) {
    if (SEED == null || PROBE == null) {
      return;
    }
    try {
      SEED.setLong(Thread.currentThread(), seed);
      PROBE.setInt(Thread.currentThread(), 1);
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
  }

  /** The current state; 0 if it cannot be read. */
  static long seed() {
    try {
      return SEED == null || PROBE == null ? 0 : SEED.getLong(Thread.currentThread());
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
  }

  /** Whether numbers were drawn since the state had this value. */
  static boolean isDrawn(long seed) {
    return SEED != null && PROBE != null && seed() != seed;
  }

  private static Field field(String name) {
    try {
      Field field = Thread.class.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (ReflectiveOperationException | RuntimeException closed) {
      return null;
    }
  }
}
