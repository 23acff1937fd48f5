package org.refverify.miner;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.Optional;

/**
 * Keeps the heap of a process that answers many questions close to the size that one answer needs.
 *
 * <p>The data of an answer lives long enough to be moved to the old generation, and becomes garbage
 * with the answer. The serial collector does not collect there before the heap has grown to its
 * limit, so the process would use ten times the memory that it needs.
 */
public final class HeapRoom {
  /** Smaller amounts are not worth a collection. */
  private static final long LEAST = 96L << 20;

  private HeapRoom() {}

  /**
   * Collects garbage if the old generation may contain much of it.
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
   * Whether a collection may free much memory.
   *
   * @param used bytes of the old generation
   * @param needed bytes that remained there after the last collection
   */
  static boolean isWorthwhile(long used, long needed) {
    return used >= LEAST && used >= 2 * needed;
  }

  /** Found at the first use, because most processes answer one small question. */
  private static final class Old {
    static final Optional<MemoryPoolMXBean> GENERATION =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getName().contains("Tenured"))
            .findFirst();
  }
}
