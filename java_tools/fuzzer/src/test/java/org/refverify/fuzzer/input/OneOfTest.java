package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.recipe.Literal;

class OneOfTest {
  private static Maker always(Object value) {
    return m -> {
      m.begin();
      return new Literal(value);
    };
  }

  @ParameterizedTest
  @CsvSource({"0, a", "1, b", "2, b", "3, b"})
  void aWeightIsANumberOfPlaces(String choice, String made) {
    OneOf some = new OneOf(0).add(always("a")).add(3, always("b"));
    assertEquals(made, ((Literal) some.make(Drawn.making(choice))).value);
  }

  @ParameterizedTest
  @CsvSource({"0 0, a", "1 0, a", "2, ", "5 1, "})
  void nullIsMadeOnceInSomeTimes(String choices, String made) {
    OneOf some = new OneOf(3).add(always("a"));
    assertEquals(made, ((Literal) some.make(Drawn.making(choices))).value);
  }

  @Test
  void whatHasNoMakerIsNullAndCounts() {
    OneOf none = new OneOf(0);
    Making making = Drawn.making("");
    assertTrue(none.isEmpty());
    assertSame(Literal.NULL, none.make(making));
    assertEquals(1, making.begin());
    assertFalse(none.add(always("a")).isEmpty());
  }
}
