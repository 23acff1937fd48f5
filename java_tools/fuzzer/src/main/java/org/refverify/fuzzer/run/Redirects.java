package org.refverify.fuzzer.run;

import java.util.HashMap;
import java.util.Map;

/** Calls that {@link World} answers. Keys are {@code owner.name+descriptor}. */
final class Redirects {
  /** Replaced with the method of this name; the receiver becomes the first parameter. */
  static final Map<String, String> REPLACED = new HashMap<String, String>();

  /** Extended by an argument from a method of {@link World}: {name, its descriptor, new call's}. */
  static final Map<String, String[]> EXTENDED = new HashMap<String, String[]>();

  /** Followed by a call on the result. */
  static final Map<String, String> FOLLOWED = new HashMap<String, String>();

  private static final String CLOCK = "Ljava/time/Clock;";
  private static final String EXECUTOR = "Ljava/util/concurrent/ExecutorService;";

  static {
    time();
    chance();
    threads();
    machine();
  }

  private Redirects() {}

  private static void time() {
    REPLACED.put("java/lang/System.currentTimeMillis()J", "currentTimeMillis");
    REPLACED.put("java/lang/System.nanoTime()J", "nanoTime");
    REPLACED.put("java/time/Clock.systemUTC()" + CLOCK, "clock");
    REPLACED.put("java/time/Clock.systemDefaultZone()" + CLOCK, "clock");
    REPLACED.put("java/time/Clock.system(Ljava/time/ZoneId;)" + CLOCK, "clock");
    String[] kinds = {
      "Instant",
      "LocalDate",
      "LocalTime",
      "LocalDateTime",
      "ZonedDateTime",
      "OffsetDateTime",
      "OffsetTime",
      "Year",
      "YearMonth",
      "MonthDay"
    };
    for (String kind : kinds) {
      String type = "java/time/" + kind;
      String call = "(" + CLOCK + ")L" + type + ";";
      EXTENDED.put(type + ".now()L" + type + ";", new String[] {"clock", "()" + CLOCK, call});
      EXTENDED.put(
          type + ".now(Ljava/time/ZoneId;)L" + type + ";",
          new String[] {"clock", "(Ljava/time/ZoneId;)" + CLOCK, call});
    }
    EXTENDED.put("java/util/Date.<init>()V", new String[] {"currentTimeMillis", "()J", "(J)V"});
    String calendar = "Ljava/util/Calendar;";
    for (String given : new String[] {"", "Ljava/util/Locale;", "Ljava/util/TimeZone;"}) {
      FOLLOWED.put("java/util/Calendar.getInstance(" + given + ")" + calendar, "onTime");
    }
  }

  private static void chance() {
    REPLACED.put("java/lang/Math.random()D", "nextDouble");
    REPLACED.put("java/lang/StrictMath.random()D", "nextDouble");
    REPLACED.put("java/util/Collections.shuffle(Ljava/util/List;)V", "shuffle");
    String[] seeded = {"seed", "()J", "(J)V"};
    EXTENDED.put("java/util/Random.<init>()V", seeded);
    EXTENDED.put("java/util/SplittableRandom.<init>()V", seeded);
  }

  private static void threads() {
    REPLACED.put("java/lang/Thread.sleep(J)V", "sleep");
    REPLACED.put("java/lang/Thread.sleep(JI)V", "sleep");
    REPLACED.put("java/util/concurrent/TimeUnit.sleep(J)V", "sleep");
    REPLACED.put("java/lang/Thread.yield()V", "nothing");
    for (String wait : new String[] {"()V", "(J)V", "(JI)V"}) {
      REPLACED.put("java/lang/Object.wait" + wait, "await");
    }
    String executors = "java/util/concurrent/Executors.";
    REPLACED.put(executors + "newSingleThreadExecutor()" + EXECUTOR, "executor");
    REPLACED.put(executors + "newCachedThreadPool()" + EXECUTOR, "executor");
    REPLACED.put(executors + "newWorkStealingPool()" + EXECUTOR, "executor");
    REPLACED.put(executors + "newVirtualThreadPerTaskExecutor()" + EXECUTOR, "executor");
    REPLACED.put(executors + "newFixedThreadPool(I)" + EXECUTOR, "executor");
    REPLACED.put(executors + "newWorkStealingPool(I)" + EXECUTOR, "executor");
    String future = "java/util/concurrent/CompletableFuture";
    String direct = "()Ljava/util/concurrent/Executor;";
    String[] calls = {"runAsync(Ljava/lang/Runnable;", "supplyAsync(Ljava/util/function/Supplier;"};
    for (String call : calls) {
      String extended =
          call.substring(call.indexOf('(')) + "Ljava/util/concurrent/Executor;)L" + future + ";";
      EXTENDED.put(
          future + "." + call + ")L" + future + ";", new String[] {"direct", direct, extended});
    }
  }

  private static void machine() {
    REPLACED.put("java/lang/System.exit(I)V", "exit");
    REPLACED.put("java/lang/Runtime.exit(I)V", "exit");
    REPLACED.put("java/lang/Runtime.halt(I)V", "exit");
    REPLACED.put("java/lang/Runtime.gc()V", "nothing");
    REPLACED.put("java/lang/System.gc()V", "nothing");
    REPLACED.put("java/lang/Runtime.addShutdownHook(Ljava/lang/Thread;)V", "hook");
    String text = "Ljava/lang/String;";
    REPLACED.put("java/lang/System.setProperty(" + text + text + ")" + text, "setProperty");
    REPLACED.put("java/lang/System.clearProperty(" + text + ")" + text, "clearProperty");
    REPLACED.put("java/lang/System.setProperties(Ljava/util/Properties;)V", "setProperties");
    REPLACED.put("java/util/TimeZone.setDefault(Ljava/util/TimeZone;)V", "setZone");
  }
}
