package org.refverify.fuzzer.run;

import java.util.Arrays;

/**
 * Recognises a loop that returns to an earlier state: nothing else can change what it does, so it
 * never ends. States are compared with a kept one, which is replaced by later ones at growing
 * distances (Brent 1980).
 */
public final class Loops {
  private static final int MOST = 64;
  private static final int LARGEST = 4_096;
  private static final Object TOO_LARGE = new Object();

  /** The state at one loop's head in an earlier round. */
  private static final class Kept {
    private final Object[] values;
    private final long turn;
    private long turns;

    Kept(Object[] values, long turn) {
      this.values = values;
      this.turn = turn;
      this.turns = turn;
    }
  }

  /** The content of a builder. */
  private static final class Text {
    private final String text;

    Text(String text) {
      this.text = text;
    }
  }

  private static Kept[] kept = new Kept[1 << 6];
  private static final Object[] VALUES = new Object[MOST];
  private static int size;
  private static boolean endless;

  private Loops() {}

  /** Adds an int local to the state. */
  public static void value(int value) {
    object(value);
  }

  /** Adds a long local to the state. */
  public static void value(long value) {
    object(value);
  }

  /** Adds a float local to the state. */
  public static void value(float value) {
    object(Float.floatToRawIntBits(value));
  }

  /** Adds a double local to the state. */
  public static void value(double value) {
    object(Double.doubleToRawLongBits(value));
  }

  /** Adds a reference to the state: arrays of primitives count by their content. */
  public static void value(Object value) {
    object(value);
  }

  private static void object(Object value) {
    if (size < MOST) {
      VALUES[size] = value;
    }
    size++;
  }

  /** Called when the loop is entered from outside. */
  public static void enter(int loop) {
    kept[loop] = null;
  }

  /** Called at the loop's head, after the values of the state were reported. */
  public static void head(int loop) {
    int count = Math.min(size, MOST);
    boolean known = size <= MOST;
    size = 0;
    Kept last = kept[loop];
    if (!known) {
      return;
    }
    if (last == null) {
      kept[loop] = new Kept(copies(count), 1);
    } else if (same(last.values, count)) {
      endless = true;
      Probe.end(new Stop(Stop.Cause.OVERRAN, 0, "comes back to the same state"));
    } else if (++last.turns >= 2 * last.turn) {
      kept[loop] = new Kept(copies(count), last.turns);
    }
  }

  private static boolean same(Object[] values, int count) {
    if (values.length != count) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (!same(values[i], VALUES[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(Object one, Object other) {
    if (one instanceof int[]) {
      return other instanceof int[] && Arrays.equals((int[]) one, (int[]) other);
    }
    if (one instanceof char[]) {
      return other instanceof char[] && Arrays.equals((char[]) one, (char[]) other);
    }
    if (one instanceof byte[]) {
      return other instanceof byte[] && Arrays.equals((byte[]) one, (byte[]) other);
    }
    if (one instanceof Text) {
      return isBuilder(other) && ((Text) one).text.contentEquals((CharSequence) other);
    }
    if (one instanceof Number || one instanceof String) {
      return one.equals(other);
    }
    return one == other && one != TOO_LARGE;
  }

  private static Object[] copies(int count) {
    Object[] copies = new Object[count];
    for (int i = 0; i < count; i++) {
      copies[i] = copy(VALUES[i]);
    }
    return copies;
  }

  private static Object copy(Object value) {
    if (value instanceof int[]) {
      return ((int[]) value).length > LARGEST ? TOO_LARGE : ((int[]) value).clone();
    }
    if (value instanceof char[]) {
      return ((char[]) value).length > LARGEST ? TOO_LARGE : ((char[]) value).clone();
    }
    if (value instanceof byte[]) {
      return ((byte[]) value).length > LARGEST ? TOO_LARGE : ((byte[]) value).clone();
    }
    return isBuilder(value) ? new Text(value.toString()) : value;
  }

  private static boolean isBuilder(Object value) {
    return value instanceof StringBuilder || value instanceof StringBuffer;
  }

  static void begin() {
    Arrays.fill(kept, null);
    size = 0;
    endless = false;
  }

  /** Whether a loop of the last run returned to its state. */
  static boolean isEndless() {
    return endless;
  }

  static void reserve(int loops) {
    if (kept.length < loops) {
      kept = Arrays.copyOf(kept, 2 * loops);
    }
  }
}
