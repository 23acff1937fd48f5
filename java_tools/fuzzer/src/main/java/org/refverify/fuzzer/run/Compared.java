package org.refverify.fuzzer.run;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values that the subject's own code compared in the last runs, if they differed. Each place in
 * the code reports only its first few comparisons in a run.
 */
public final class Compared {
  private static final int MOST_OF_RUN = 96;
  private static final int MOST_OF_SITE = 6;
  private static final int MOST_KEYS = 12;
  private static final int LONGEST = 200;
  private static final int EXACT = 24;
  private static final Pattern BEYOND =
      Pattern.compile("[Ii]ndex (-?\\d+)(?: out of bounds for|,) length (\\d+)");
  private static final Pattern NO_NUMBER = Pattern.compile("(?s)For input string: \"(.*?)\".*");
  private static final Set<Clue> CLUES = new LinkedHashSet<Clue>();
  private static int[] runs = new int[1 << 8];
  private static int[] counts = new int[1 << 8];
  private static int[][] keys = new int[1 << 8][];
  private static byte[] nearest = new byte[1 << 8];
  private static boolean nearer;
  private static int run;
  private static int left;

  private Compared() {}

  /** Called before a comparison of two ints. */
  public static void ints(int one, int other, int site) {
    if (left > 0 && one != other && take(site)) {
      near((long) one - other, site);
      add(Clue.Kind.NUMBER, (long) one, (long) other);
    }
  }

  /** Records whether two numbers came closer to each other than ever before at this place. */
  private static void near(long by, int site) {
    long distance = by == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(by);
    int far =
        distance < EXACT ? (int) distance : EXACT + Long.SIZE - Long.numberOfLeadingZeros(distance);
    if (nearest[site] == 0 || far < nearest[site]) {
      nearer |= nearest[site] != 0;
      nearest[site] = (byte) far;
    }
  }

  /** Replaces {@code LCMP}. */
  public static int longs(long one, long other, int site) {
    if (left > 0 && one != other && take(site)) {
      near(one - other, site);
      add(Clue.Kind.NUMBER, one, other);
    }
    return Long.compare(one, other);
  }

  /** Replaces {@code DCMPL}. */
  public static int realsOrLess(double one, double other, int site) {
    reals(one, other, site);
    return one > other ? 1 : one == other ? 0 : -1;
  }

  /** Replaces {@code DCMPG}. */
  public static int realsOrGreater(double one, double other, int site) {
    reals(one, other, site);
    return one < other ? -1 : one == other ? 0 : 1;
  }

  /** Replaces {@code FCMPL}. */
  public static int singlesOrLess(float one, float other, int site) {
    return realsOrLess(one, other, site);
  }

  /** Replaces {@code FCMPG}. */
  public static int singlesOrGreater(float one, float other, int site) {
    return realsOrGreater(one, other, site);
  }

  /** Replaces {@link Double#compare}. */
  public static int compare(double one, double other, int site) {
    reals(one, other, site);
    return Double.compare(one, other);
  }

  /** Replaces {@link Float#compare}. */
  public static int compare(float one, float other, int site) {
    reals(one, other, site);
    return Float.compare(one, other);
  }

  private static void reals(double one, double other, int site) {
    if (left > 0 && (one != other || one == 0) && take(site)) {
      add(Clue.Kind.REAL, one, other);
    }
  }

  /** Called before a switch looks up a value. */
  public static void switched(int value, int site) {
    if (left > 0 && take(site)) {
      for (int key : keys[site]) {
        if (key != value) {
          add(Clue.Kind.NUMBER, (long) value, (long) key);
        }
      }
    }
  }

  /**
   * Called before a comparison of two objects. Only texts count, and no code of the subject is
   * called.
   */
  public static void texts(Object one, Object other, int site) {
    if (left > 0 && one instanceof String && isTextOfPlatform(other) && take(site)) {
      texts((String) one, other.toString());
    }
  }

  private static boolean isTextOfPlatform(Object value) {
    return value instanceof CharSequence && value.getClass().getClassLoader() == null;
  }

  /** Called when a character is searched in a text. */
  public static void sought(Object text, int letter, int site) {
    if (left > 0 && Character.isValidCodePoint(letter) && take(site)) {
      texts(String.valueOf(text), new String(Character.toChars(letter)));
    }
  }

  private static void texts(String one, String other) {
    if (one.length() <= LONGEST && other.length() <= LONGEST) {
      add(Clue.Kind.TEXT, one, other);
    }
  }

  /** Called before a query for the class or case of a character. */
  public static void letter(int letter, int site) {
    if (left > 0 && take(site)) {
      add(Clue.Kind.LETTER, (long) letter, 0L);
    }
  }

  /** Called before a query for the hash of an object. Only texts count. */
  public static void hashed(Object value, int site) {
    if (left > 0 && value instanceof String && ((String) value).length() <= LONGEST && take(site)) {
      add(Clue.Kind.HASHED, value, "");
    }
  }

  private static void add(Clue.Kind kind, Object one, Object other) {
    left--;
    CLUES.add(new Clue(kind, one, other));
  }

  private static boolean take(int site) {
    if (runs[site] != run) {
      runs[site] = run;
      counts[site] = 0;
    }
    return counts[site]++ < MOST_OF_SITE;
  }

  /** Adds the value that the message of a platform exception says was needed. */
  static void thrown(Throwable thrown) {
    // Only these two messages state the needed value in the same way on all JDKs.
    boolean beyond = thrown instanceof IndexOutOfBoundsException;
    if (!beyond && !(thrown instanceof NumberFormatException) || thrown.getMessage() == null) {
      return;
    }
    Matcher matcher = (beyond ? BEYOND : NO_NUMBER).matcher(thrown.getMessage());
    if (beyond && matcher.find()) {
      Long index = Long.valueOf(matcher.group(1));
      CLUES.add(new Clue(Clue.Kind.NUMBER, Long.valueOf(matcher.group(2)), index + 1));
    } else if (!beyond && matcher.matches() && matcher.group(1).length() <= LONGEST) {
      CLUES.add(new Clue(Clue.Kind.TEXT, matcher.group(1), "12"));
    }
  }

  static void begin() {
    run++;
    left = MOST_OF_RUN;
  }

  /** Stops recording, so that the engine's own work does not count. */
  static void end() {
    left = 0;
  }

  static void forget() {
    CLUES.clear();
  }

  static Collection<Clue> clues() {
    return CLUES;
  }

  /** Whether a comparison came closer to equality than ever before, since the last question. */
  static boolean takeNearer() {
    boolean was = nearer;
    nearer = false;
    return was;
  }

  /** Starts a new search. */
  static void forgetNearest() {
    Arrays.fill(nearest, (byte) 0);
    nearer = false;
  }

  static void reserve(int sites) {
    if (runs.length < sites) {
      runs = Arrays.copyOf(runs, 2 * sites);
      counts = Arrays.copyOf(counts, 2 * sites);
      keys = Arrays.copyOf(keys, 2 * sites);
      nearest = Arrays.copyOf(nearest, 2 * sites);
    }
  }

  static void keys(int site, int[] of) {
    reserve(site + 1);
    keys[site] = Arrays.copyOf(of, Math.min(of.length, MOST_KEYS));
  }
}
