package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChoicesTest {
  @ParameterizedTest
  @CsvSource({"0, 3, 0", "2, 3, 2", "3, 3, 0", "7, 3, 1", "-1, 16, 15", "5, 1, 0"})
  void aChoiceIsBelowItsLimit(long given, int limit, int chosen) {
    assertEquals(chosen, Choices.replay(new long[] {given}).below(limit));
  }

  @Test
  void whatWasTakenIsInItsSmallestForm() {
    Choices choices = Choices.replay(new long[] {17, -3});
    choices.below(5);
    choices.bits();
    choices.below(1);
    choices.below(9);
    assertArrayEquals(new long[] {2, -3, 0}, choices.taken());
  }

  @Test
  void pastTheGivenOnesComeZeros() {
    Choices choices = Choices.replay(new long[] {1});
    assertEquals(1, choices.below(10));
    assertEquals(0, choices.below(10));
    assertEquals(0, choices.bits());
  }

  @Test
  void randomOnesAreThoseOfTheSeed() {
    Choices one = Choices.random(new long[] {4}, 7);
    Choices same = Choices.random(new long[] {4}, 7);
    Choices other = Choices.random(new long[] {4}, 8);
    assertEquals(4, one.bits());
    assertEquals(4, same.bits());
    assertEquals(4, other.bits());
    long next = one.bits();
    assertEquals(next, same.bits());
    assertFalse(next == other.bits());
  }

  @Test
  void falseIsTheSimplerChoice() {
    assertFalse(Choices.replay(new long[0]).onceIn(3));
    assertTrue(Choices.replay(new long[] {2}).onceIn(3));
  }

  @Test
  void aReplayOfWhatWasTakenIsTheSame() {
    Choices first = Choices.random(new long[] {99, -1}, 3);
    String chosen = drawn(first);
    assertEquals(chosen, drawn(Choices.replay(first.taken())));
  }

  private static String drawn(Choices choices) {
    return choices.below(7)
        + " "
        + choices.bits()
        + " "
        + choices.below(1)
        + " "
        + choices.below(1000);
  }
}
