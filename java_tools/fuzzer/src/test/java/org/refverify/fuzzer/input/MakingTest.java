package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Literal;

class MakingTest {
  @Test
  void aSmallerChoiceNeverGivesALargerSize() {
    int last = 0;
    for (int choice = 0; choice < 64; choice++) {
      int size = Drawn.making(String.valueOf(choice)).size(100);
      assertTrue(size >= last, "choice " + choice);
      last = size;
    }
    assertEquals(36, last);
  }

  @ParameterizedTest
  @CsvSource({"0, 40, 0", "7, 40, 1", "16, 40, 2", "63, 40, 36", "63, 6, 6"})
  void aSizeHasALimit(String choice, int most, int size) {
    assertEquals(size, Drawn.making(choice).size(most));
  }

  @Test
  void valuesAreNumberedInTheirOrder() {
    Making making = Drawn.making("");
    assertEquals(0, making.begin());
    making.skip(3);
    assertEquals(4, making.begin());
  }

  @Test
  void deepAndLargeInputsEnd() {
    Making deep = Drawn.making("");
    for (int i = 0; i < 6; i++) {
      deep.enter();
    }
    assertFalse(deep.isDeep());
    deep.enter();
    assertTrue(deep.isDeep());
    deep.leave();
    assertFalse(deep.isDeep());
    Making large = Drawn.making("");
    large.skip(600);
    assertFalse(large.isDeep());
    large.skip(1);
    assertTrue(large.isDeep());
  }

  @Test
  void onlyTheFirstValuesAreRemembered() {
    Making making = Drawn.making("");
    for (int i = 0; i < 100; i++) {
      making.remember((long) i);
      making.remember((double) i);
      making.remember("t" + i);
    }
    assertEquals(64, making.integers.size());
    assertEquals(64, making.doubles.size());
    assertEquals(64, making.texts.size());
    assertEquals("t63", making.texts.get(63));
  }

  @Test
  void anArrayIsRememberedWithItsLength() {
    Making making = Drawn.making("");
    making.remember(new ArrayValue("I", List.of(new Literal(1), new Literal(2))));
    assertEquals("[2]", making.lengths.toString());
    assertEquals("[2]", making.integers.toString());
  }

  @Test
  void nullIsTheRareChoice() {
    assertFalse(Drawn.making("0").isNull(24));
    assertTrue(Drawn.making("23").isNull(24));
  }
}
