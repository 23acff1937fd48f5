package org.refverify.fuzzer.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
  @ParameterizedTest
  @CsvSource({
    "RETURNED,       RETURNED,       []",
    "RETURNED,       THREW,          [EXCEPTION]",
    "THREW,          RETURNED,       [EXCEPTION]",
    "RETURNED,       EXITED,         [EXIT]",
    "EXITED,         THREW,          [EXIT]",
    "RETURNED,       OVER_BUDGET,    [RESOURCE]",
    "OUT_OF_MEMORY,  RETURNED,       [RESOURCE]",
    "OVER_BUDGET,    STACK_OVERFLOW, []",
    "OVER_BUDGET,    OVER_BUDGET,    []",
    "NOT_BUILT,      RETURNED,       []",
    "RETURNED,       DENIED,         []",
    "DENIED,         OVER_BUDGET,    []",
  })
  void howRunsEndDiffers(End old, End fresh, String tags) {
    assertEquals(tags, Comparison.tags(seen(old), seen(fresh)).toString());
  }

  @ParameterizedTest
  @CsvSource({
    "RETURN,    [RETURN]",
    "RECEIVER,  [STATE]",
    "ARGUMENTS, [STATE]",
    "STATICS,   [STATE]",
    "STAND_INS, [STATE]",
    "STDOUT,    [OUTPUT]",
    "STDERR,    [OUTPUT]",
    "MESSAGE,   []",
  })
  void everyChannelHasItsTag(Channel channel, String tags) {
    Observation old = with(End.RETURNED, null, channel, 1, "1");
    Observation fresh = with(End.RETURNED, null, channel, 2, "2");
    assertEquals(tags, Comparison.tags(old, fresh).toString());
  }

  @Test
  void theReturnedValueCountsOnlyWhereBothReturn() {
    Observation old = with(End.THREW, "p.Bad", Channel.RETURN, 1, "1");
    Observation fresh = with(End.THREW, "p.Bad", Channel.RETURN, 2, "2");
    assertEquals("[]", Comparison.tags(old, fresh).toString());
  }

  @ParameterizedTest
  @CsvSource({
    "java.lang.NullPointerException,     java.lang.ClassCastException,         [ROBUSTNESS]",
    "java.lang.NullPointerException,     java.lang.IllegalArgumentException,   [EXCEPTION]",
    "java.lang.IllegalArgumentException, java.lang.IllegalStateException,      [EXCEPTION]",
  })
  void twoWaysToFallOverAreNoOtherException(String old, String fresh, String tags) {
    assertEquals(
        tags,
        Comparison.tags(
                with(End.THREW, old, Channel.EXCEPTION, 1, old),
                with(End.THREW, fresh, Channel.EXCEPTION, 2, fresh))
            .toString());
  }

  @Test
  void theStatusOfAnExitCounts() {
    Observation zero = with(End.EXITED, null, Channel.EXIT, 1, "0");
    assertEquals("[]", Comparison.tags(zero, zero).toString());
    assertEquals(
        "[EXIT]", Comparison.tags(zero, with(End.EXITED, null, Channel.EXIT, 2, "1")).toString());
  }

  @Test
  void roundingIsATagOfItsOwnAndAGainedOrderIsNone() {
    assertEquals("[FP_ROUNDING]", returned("0.30000000000000004d", "0.3d"));
    assertEquals("[]", returned("set{2, 1}", "ordered set{1, 2}"));
    assertEquals("[RETURN]", returned("ordered set{1, 2}", "set{1, 2}"));
  }

  @Test
  void messagesAreToldApartButAreNoTag() {
    Observation one = with(End.THREW, "p.Bad", Channel.MESSAGE, 1, "a");
    Observation other = with(End.THREW, "p.Bad", Channel.MESSAGE, 2, "b");
    assertTrue(Comparison.sayOtherwise(one, other));
    assertFalse(Comparison.sayOtherwise(one, one));
    assertTrue(one.sameAs(other));
  }

  private static String returned(String old, String fresh) {
    return Comparison.tags(
            with(End.RETURNED, null, Channel.RETURN, 1, old),
            with(End.RETURNED, null, Channel.RETURN, 2, fresh))
        .toString();
  }

  private static Observation seen(End end) {
    return new Observation(end, null, new long[Channel.values().length], null);
  }

  private static Observation with(End end, String thrown, Channel at, long hash, String text) {
    long[] hashes = new long[Channel.values().length];
    String[] texts = new String[hashes.length];
    hashes[at.ordinal()] = hash;
    texts[at.ordinal()] = text;
    return new Observation(end, thrown, hashes, texts);
  }
}
