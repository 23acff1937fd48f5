package org.refverify.fuzzer.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ObservationTest {
  private static Observation seen(End end, Channel at, long hash) {
    long[] hashes = new long[Channel.values().length];
    hashes[at.ordinal()] = hash;
    return new Observation(end, null, hashes, null);
  }

  @ParameterizedTest
  @EnumSource(Channel.class)
  void everyChannelButTheMessageCounts(Channel channel) {
    Observation one = seen(End.RETURNED, channel, 1);
    assertEquals(channel == Channel.MESSAGE, one.sameAs(seen(End.RETURNED, channel, 2)));
    assertEquals(true, one.sameAs(seen(End.RETURNED, channel, 1)));
    assertEquals(1, one.hash(channel));
    assertEquals("", one.text(channel));
  }

  @Test
  void theEndCounts() {
    assertEquals(
        false, seen(End.RETURNED, Channel.RETURN, 1).sameAs(seen(End.THREW, Channel.RETURN, 1)));
  }

  @Test
  void whatIsGivenIsCopied() {
    long[] hashes = new long[Channel.values().length];
    String[] texts = new String[hashes.length];
    Observation seen = new Observation(End.RETURNED, null, hashes, texts);
    hashes[0] = 7;
    texts[0] = "later";
    assertEquals(0, seen.hash(Channel.values()[0]));
    assertEquals("", seen.text(Channel.values()[0]));
  }

  @ParameterizedTest
  @CsvSource({"FP_ROUNDING, fp-rounding", "RETURN, return", "STATE, state"})
  void aTagHasALabel(Tag tag, String label) {
    assertEquals(label, tag.label());
  }
}
