package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;

class SimplerTest {
  @ParameterizedTest
  @CsvSource({
    "'1 2',   '1 2 3', true",
    "'1 2',   '1 2',   false",
    "'1 1 9', '1 2 0', true",
    "'1 2 0', '1 1 9', false",
    "'1',     '-1',    true",
    "'',      '0',     true",
  })
  void shorterIsLessThenEarlier(String left, String right, boolean less) {
    assertEquals(less, Simpler.isLess(numbers(left), numbers(right)));
  }

  @Test
  void zerosAtTheEndAreWhatFollowsAnyway() {
    assertEquals("[0, 1]", Arrays.toString(Simpler.trimmed(numbers("0 1 0 0"))));
  }

  @Test
  void variantsAreCutThenLessenedThenBoth() {
    Simpler simpler = new Simpler(trial("4 6"), SimplerTest::made);
    List<String> found = new ArrayList<>();
    simpler.forEachRemaining(trial -> found.add(Arrays.toString(trial.choices)));
    assertEquals(
        List.of(
            "[]", "[6]", "[4]", "[0, 6]", "[2, 6]", "[3, 6]", "[4, 0]", "[4, 3]", "[4, 5]", "[3]"),
        found);
    assertFalse(simpler.hasNext());
    assertThrows(NoSuchElementException.class, simpler::next);
  }

  @ParameterizedTest
  @CsvSource({
    // a number that has to be large
    "'9 900 3 17 2',       'any above 99',  '100'",
    // a count and the counted parts: both are removed together
    "'3 5 6 7 0 0 0',      'counted',       '1 5'",
    // no choice is requested
    "'8 7 6 5 4 3 2 1',    'anything',      ''",
  })
  void theFirstThatStillShowsItIsGoneOnWith(String from, String rule, String smallest) {
    Predicate<long[]> shows =
        switch (rule) {
          case "any above 99" -> choices -> LongStream.of(choices).anyMatch(each -> each > 99);
          case "counted" ->
              choices ->
                  choices.length > 1
                      && choices[0] > 0
                      && choices[0] < choices.length
                      && choices[1] == 5;
          default -> choices -> true;
        };
    assertEquals(Arrays.toString(numbers(smallest)), Arrays.toString(shrunk(from, shows)));
  }

  private static long[] shrunk(String from, Predicate<long[]> shows) {
    Trial best = trial(from);
    for (Simpler at = new Simpler(best, SimplerTest::made); at.hasNext(); ) {
      Trial next = at.next();
      if (shows.test(next.choices)) {
        best = next;
        at = new Simpler(best, SimplerTest::made);
      }
    }
    return Simpler.trimmed(best.choices);
  }

  private static Trial trial(String choices) {
    return made(numbers(choices), null);
  }

  private static Trial made(long[] choices, Input captured) {
    return new Trial(new Input(null, List.of(new Literal(0)), 0), choices, captured);
  }

  private static long[] numbers(String words) {
    return words.isEmpty()
        ? new long[0]
        : Arrays.stream(words.split(" ")).mapToLong(Long::parseLong).toArray();
  }
}
