package org.refverify.fuzzer.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.compare.Channel;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.compare.Tag;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;

class RobustnessTest {
  @ParameterizedTest
  @CsvSource({
    "true,  java.lang.NullPointerException, ,                               [ROBUSTNESS]",
    "true,  ,                               java.lang.NullPointerException, [ROBUSTNESS]",
    "false, java.lang.NullPointerException, ,                               [EXCEPTION]",
    "true,  java.lang.NullPointerException, java.lang.NullPointerException, [EXCEPTION]",
    "true,  p.Bad,                          ,                               [EXCEPTION]",
  })
  void onlyAOneSidedNullPointerOfAGivenNullIsWeak(
      boolean givenNull, String old, String fresh, String tags) {
    SortedSet<Tag> exception = new TreeSet<>(List.of(Tag.EXCEPTION));
    Literal argument = givenNull ? Literal.NULL : new Literal(1);
    Input input = new Input(null, List.of(new Literal(2), argument), 0);
    assertEquals(tags, Robustness.tags(exception, input, seen(old), seen(fresh)).toString());
    assertEquals("[EXCEPTION]", exception.toString());
  }

  private static Observation seen(String thrown) {
    End end = thrown == null ? End.RETURNED : End.THREW;
    return new Observation(end, thrown, new long[Channel.values().length], null);
  }
}
