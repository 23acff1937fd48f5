package org.refverify.fuzzer.run;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Random;
import java.util.TimeZone;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.refverify.fuzzer.recipe.DefaultLocale;

/** The world that a subject sees: clock, chance, threads and exits, equal on both sides. */
public final class World {
  private static final long START = 1_577_934_245_678L;
  private static final int PATIENCE = 1_000;
  private static final Properties PROPERTIES = (Properties) System.getProperties().clone();
  private static final DirectExecutor EXECUTOR = new DirectExecutor();
  private static final TimeZone ZONE = TimeZone.getTimeZone("UTC");
  private static Random random = new Random(0);
  private static long now = START;
  private static int looks;
  private static boolean propertiesChanged;
  private static boolean zoneChanged = true;
  private static boolean tookChance;
  private static long seedOfThread;

  private World() {}

  @SuppressWarnings("ReferenceEquality") // The subject may have set an equal locale.
  static void begin(long seed) {
    tookChance |= ThreadRandom.isDrawn(seedOfThread);
    seedOfThread = seed;
    random = new Random(seed);
    now = START;
    looks = 0;
    if (propertiesChanged) {
      System.setProperties((Properties) PROPERTIES.clone());
      propertiesChanged = false;
    }
    if (zoneChanged) {
      TimeZone.setDefault(ZONE);
      zoneChanged = false;
    }
    Locale locale = DefaultLocale.of(seed);
    if (Locale.getDefault() != locale) {
      Locale.setDefault(locale);
    }
    ThreadRandom.reset(seed);
  }

  static void forgetChance() {
    tookChance = false;
    seedOfThread = ThreadRandom.seed();
  }

  static boolean tookChance() {
    return tookChance || ThreadRandom.isDrawn(seedOfThread);
  }

  static Random random() {
    tookChance = true;
    return random;
  }

  /**
   * Replaces {@link System#currentTimeMillis()}. The time stands still, except for code that waits
   * for it.
   */
  public static long currentTimeMillis() {
    tookChance = true;
    if (++looks > PATIENCE) {
      now++;
    }
    return now;
  }

  /** Replaces {@link System#nanoTime()}. */
  public static long nanoTime() {
    return currentTimeMillis() * 1_000_000L;
  }

  /** For the clocks of {@code java.time}. */
  public static Clock clock() {
    return clock(ZoneOffset.UTC);
  }

  /** For the clocks of {@code java.time} with a zone. */
  public static Clock clock(ZoneId zone) {
    return Clock.fixed(Instant.ofEpochMilli(currentTimeMillis()), zone);
  }

  /** For a calendar that was just created from the real clock. */
  public static Calendar onTime(Calendar calendar) {
    calendar.setTimeInMillis(currentTimeMillis());
    return calendar;
  }

  /** Replaces {@link Math#random()}. */
  public static double nextDouble() {
    return random().nextDouble();
  }

  /** A seed for generators that would seed themselves. */
  public static long seed() {
    return random().nextLong();
  }

  /** Replaces {@link Collections#shuffle(List)}. */
  public static void shuffle(List<?> list) {
    Collections.shuffle(list, random());
  }

  /** Replaces {@link System#exit(int)}. */
  public static void exit(int status) {
    Probe.end(new Stop(Stop.Cause.EXITED, status, "exit"));
  }

  /** Replaces {@link Runtime#exit(int)} and {@link Runtime#halt(int)}. */
  public static void exit(Runtime runtime, int status) {
    exit(status);
  }

  /** For calls that reach outside. */
  public static void deny(String what) {
    Probe.end(new Stop(Stop.Cause.DENIED, 0, what));
  }

  /**
   * For calls that read a file: if the file does not exist, they fail as usual.
   *
   * @param how a mode, options, or null
   */
  public static void denyUnlessReading(Object file, Object how, String what) {
    if (!Reading.isHarmless(file, how)) {
      deny(what);
    }
  }

  /** For calls that change a file: if the file does not exist, they fail as usual. */
  public static void denyExisting(Object file, Object how, String what) {
    if (!Reading.isMissing(file)) {
      deny(what);
    }
  }

  /** Replaces {@link Thread#start()}: runs immediately, in this thread. */
  @SuppressWarnings("DoNotCall")
  public static void start(Thread thread) {
    Probe.step();
    try {
      thread.run();
    } catch (Stop stop) {
      throw stop;
    } catch (Throwable uncaught) {
      System.err.println("Exception in thread " + uncaught);
    }
  }

  /** Replaces {@link Thread#join()}: started threads have ended. */
  public static void join(Thread thread) {
    Probe.step();
  }

  /** Replaces {@link Thread#join(long)}. */
  public static void join(Thread thread, long millis) {
    Probe.step();
  }

  /** Replaces {@link Thread#sleep(long)}. */
  public static void sleep(long millis) {
    Probe.step();
    if (millis < 0) {
      throw new IllegalArgumentException("timeout value is negative");
    }
    now += millis;
  }

  /** Replaces {@link Thread#sleep(long, int)}. */
  public static void sleep(long millis, int nanos) {
    sleep(millis);
  }

  /** Replaces {@link TimeUnit#sleep(long)}. */
  public static void sleep(TimeUnit unit, long duration) {
    sleep(unit.toMillis(duration));
  }

  /** Replaces {@link Thread#yield()} and garbage collections. */
  public static void nothing() {
    Probe.step();
  }

  /** Replaces {@link Runtime#gc()}. */
  public static void nothing(Runtime runtime) {
    Probe.step();
  }

  /** Replaces {@link Runtime#addShutdownHook}: the run has left no state by then. */
  public static void hook(Runtime runtime, Thread thread) {
    Probe.step();
  }

  /** Replaces {@link Object#wait()}: wakes immediately, which is allowed. */
  public static void await(Object monitor) {
    Probe.step();
  }

  /** Replaces {@link Object#wait(long)}. */
  public static void await(Object monitor, long millis) {
    sleep(millis);
  }

  /** Replaces {@link Object#wait(long, int)}. */
  public static void await(Object monitor, long millis, int nanos) {
    sleep(millis);
  }

  /** For the executors of {@link java.util.concurrent.Executors}. */
  public static ExecutorService executor() {
    return EXECUTOR.renewed();
  }

  /** For executors of a given size. */
  public static ExecutorService executor(int threads) {
    return EXECUTOR.renewed();
  }

  /** For asynchronous calls without their own executor. */
  public static Executor direct() {
    return EXECUTOR;
  }

  /** Replaces {@link System#setProperty}; undone before the next run. */
  public static String setProperty(String key, String value) {
    propertiesChanged = true;
    return System.setProperty(key, value);
  }

  /** Replaces {@link System#clearProperty}; undone before the next run. */
  public static String clearProperty(String key) {
    propertiesChanged = true;
    return System.clearProperty(key);
  }

  /** Replaces {@link System#setProperties}; undone before the next run. */
  public static void setProperties(Properties properties) {
    propertiesChanged = true;
    System.setProperties(properties);
  }

  /** Replaces {@link TimeZone#setDefault}; undone before the next run. */
  public static void setZone(TimeZone zone) {
    zoneChanged = true;
    TimeZone.setDefault(zone);
  }
}
