package org.refverify.prover.lockstep;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.refverify.prover.world.ClassWorld;

/**
 * Methods of the JDK that start a thread, pass work to one, or wait for one. A method counts by the
 * type that declares it, or by a supertype.
 */
final class ThreadCalls {
  private static final String CONCURRENT = "java/util/concurrent/";

  private static final Map<String, Set<String>> ALL =
      Map.ofEntries(
          Map.entry("java/lang/Object", Set.of("wait")),
          Map.entry("java/lang/System", Set.of("runFinalization")),
          Map.entry("java/lang/Runtime", Set.of("runFinalization", "addShutdownHook")),
          Map.entry(
              "java/lang/Thread",
              Set.of("start", "startVirtualThread", "join", "sleep", "yield", "onSpinWait")),
          Map.entry("java/lang/Thread$Builder", Set.of("start")),
          Map.entry("java/lang/ref/Cleaner", Set.of("register")),
          Map.entry("java/lang/ref/ReferenceQueue", Set.of("remove")),
          Map.entry("java/util/Timer", Set.of("schedule", "scheduleAtFixedRate")),
          Map.entry("java/util/Collection", Set.of("parallelStream")),
          Map.entry("java/util/stream/BaseStream", Set.of("parallel")),
          // One of the arguments says whether the stream is parallel.
          Map.entry(
              "java/util/stream/StreamSupport",
              Set.of("stream", "intStream", "longStream", "doubleStream")),
          Map.entry("java/util/Arrays", Set.of("parallelSort", "parallelSetAll", "parallelPrefix")),
          Map.entry(
              CONCURRENT + "Executor",
              Set.of(
                  "execute",
                  "submit",
                  "invoke",
                  "invokeAll",
                  "invokeAny",
                  "schedule",
                  "scheduleAtFixedRate",
                  "scheduleWithFixedDelay",
                  "awaitTermination",
                  "awaitQuiescence",
                  "close",
                  "prestartCoreThread",
                  "prestartAllCoreThreads")),
          Map.entry(CONCURRENT + "CompletionService", Set.of("submit", "take", "poll")),
          Map.entry(
              CONCURRENT + "Future",
              Set.of(
                  "get",
                  "join",
                  "fork",
                  "invoke",
                  "invokeAll",
                  "quietlyJoin",
                  "quietlyInvoke",
                  "helpQuiesce",
                  "runAsync",
                  "supplyAsync",
                  "completeAsync",
                  "completeOnTimeout",
                  "orTimeout",
                  "delayedExecutor")),
          Map.entry(
              CONCURRENT + "CompletionStage",
              Set.of(
                  "thenApplyAsync",
                  "thenAcceptAsync",
                  "thenRunAsync",
                  "thenCombineAsync",
                  "thenAcceptBothAsync",
                  "thenComposeAsync",
                  "runAfterBothAsync",
                  "runAfterEitherAsync",
                  "applyToEitherAsync",
                  "acceptEitherAsync",
                  "whenCompleteAsync",
                  "handleAsync",
                  "exceptionallyAsync",
                  "exceptionallyComposeAsync")),
          Map.entry(
              CONCURRENT + "ConcurrentHashMap",
              Set.of(
                  "forEach",
                  "forEachKey",
                  "forEachValue",
                  "forEachEntry",
                  "search",
                  "searchKeys",
                  "searchValues",
                  "searchEntries",
                  "reduce",
                  "reduceKeys",
                  "reduceValues",
                  "reduceEntries")),
          Map.entry(CONCURRENT + "StructuredTaskScope", Set.of("fork", "join", "joinUntil")),
          Map.entry(CONCURRENT + "SubmissionPublisher", Set.of("submit", "offer", "subscribe")),
          Map.entry(CONCURRENT + "CountDownLatch", Set.of("await")),
          Map.entry(CONCURRENT + "CyclicBarrier", Set.of("await")),
          Map.entry(
              CONCURRENT + "Phaser",
              Set.of("arriveAndAwaitAdvance", "awaitAdvance", "awaitAdvanceInterruptibly")),
          Map.entry(
              CONCURRENT + "Semaphore", Set.of("acquire", "acquireUninterruptibly", "tryAcquire")),
          Map.entry(CONCURRENT + "Exchanger", Set.of("exchange")),
          Map.entry(
              CONCURRENT + "BlockingQueue",
              Set.of(
                  "put",
                  "take",
                  "putFirst",
                  "putLast",
                  "takeFirst",
                  "takeLast",
                  "transfer",
                  "poll",
                  "offer")),
          Map.entry(
              CONCURRENT + "locks/Condition",
              Set.of("await", "awaitNanos", "awaitUntil", "awaitUninterruptibly")),
          Map.entry(CONCURRENT + "locks/Lock", Set.of("lock", "lockInterruptibly", "tryLock")),
          Map.entry(CONCURRENT + "locks/LockSupport", Set.of("park", "parkNanos", "parkUntil")),
          Map.entry("java/net/http/HttpClient", Set.of("send", "sendAsync")),
          Map.entry("java/awt/EventQueue", Set.of("invokeLater", "invokeAndWait")),
          Map.entry("javax/swing/SwingUtilities", Set.of("invokeLater", "invokeAndWait")),
          Map.entry("javax/swing/SwingWorker", Set.of("execute")),
          Map.entry("javax/swing/Timer", Set.of("start")));

  private static final Set<String> NAMES =
      ALL.values().stream().flatMap(Set::stream).collect(Collectors.toSet());

  private ThreadCalls() {}

  /**
   * Whether a method is one of them.
   *
   * @param owner the class that declares it; the named class if the declaring one is unknown
   */
  static boolean has(ClassWorld world, String owner, String name) {
    return NAMES.contains(name)
        && ALL.entrySet().stream()
            .filter(each -> each.getValue().contains(name))
            .anyMatch(each -> world.isSubtype(owner, each.getKey()));
  }
}
