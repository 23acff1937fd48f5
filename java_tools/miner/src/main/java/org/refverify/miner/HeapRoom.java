package org.refverify.miner;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.Optional;

/**
 * Keeps the heap of a process that answers many questions near to what one answer needs.
 *
 * <p>What an answer works on lives long enough to be moved to the old generation, and is garbage
 * with the answer. The serial collector does not look there before the heap has grown to its limit:
 * the process would take ten times the memory that it needs.
 */
public final class HeapRoom {
  /** Less is not worth a collection. */
  private static final long LEAST = 96L << 20;

  private HeapRoom() {}

  /**
   * Collects what is no longer used, if the old generation may hold much of it.
   *
   * @return whether it did
   */
  public static boolean make() {
    Runtime here = Runtime.getRuntime();
    if (here.totalMemory() - here.freeMemory() < LEAST) {
      return false;
    }
    boolean worth = Old.GENERATION.map(HeapRoom::isWorthwhile).orElse(false);
    if (worth) {
      System.gc();
    }
    return worth;
  }

  private static boolean isWorthwhile(MemoryPoolMXBean old) {
    MemoryUsage left = old.getCollectionUsage();
    long needed = left == null ? 0 : left.getUsed();
    return isWorthwhile(old.getUsage().getUsed(), needed);
  }

  /**
   * Whether a collection may give much back.
   *
   * @param used bytes of the old generation
   * @param needed what the last collection left of it
   */
  static boolean isWorthwhile(long used, long needed) {
    return used >= LEAST && used >= 2 * needed;
  }

  /** Looked for when it is needed first: most processes answer one small question. */
  private static final class Old {
    static final Optional<MemoryPoolMXBean> GENERATION =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getName().contains("Tenured"))
            .findFirst();
  }
}
