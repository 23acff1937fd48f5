package org.refverify.fuzzer.run;

import java.util.HashMap;
import java.util.Map;

/** The answers of a stand-in if its recipe has none that matches. */
final class Answers {
  private static final Map<Class<?>, Object> ZEROS = new HashMap<Class<?>, Object>();

  static {
    ZEROS.put(boolean.class, false);
    ZEROS.put(byte.class, (byte) 0);
    ZEROS.put(char.class, (char) 0);
    ZEROS.put(short.class, (short) 0);
    ZEROS.put(int.class, 0);
    ZEROS.put(long.class, 0L);
    ZEROS.put(float.class, 0f);
    ZEROS.put(double.class, 0.0);
    ZEROS.put(String.class, "");
    ZEROS.put(CharSequence.class, "");
  }

  private Answers() {}

  /** The answer if it can be returned, otherwise the type's zero. */
  static Object fit(Class<?> type, Object answer) {
    Object zero = ZEROS.get(type);
    if (type.isPrimitive()) {
      return zero != null && answer != null && zero.getClass() == answer.getClass() ? answer : zero;
    }
    return type.isInstance(answer) ? answer : zero;
  }
}
