package org.refverify.miner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapRoomTest {
  private static final long MB = 1 << 20;

  @ParameterizedTest
  @CsvSource({
    "95, 0, false",
    "96, 0, true",
    "96, 48, true",
    "150, 76, false",
    "152, 76, true",
    "900, 500, false",
    "1000, 500, true",
  })
  void aCollectionIsWorthwhileWhereHalfOfMuchMayBeGarbage(long used, long needed, boolean worth) {
    assertEquals(worth, HeapRoom.isWorthwhile(used * MB, needed * MB));
  }

  @Test
  void nothingIsCollectedInASmallHeap() {
    System.gc();
    assertFalse(HeapRoom.make());
  }
}
