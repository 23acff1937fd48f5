package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Recipe;

class ArrayMakerTest {
  private static Maker ints(Pool pool) {
    return new ArrayMaker("I", new Numbers(pool).of('I'), pool, Drawn.makers(pool)::of);
  }

  private static String made(Maker maker, Making making) {
    return Written.text(maker.make(making));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                            | []
          0 7 0 5                       | [5]
          0 16 0 5 0 2                  | [5, 2]
          6 26 0 5                      | [5, 5, 5]
          7 26 0 0 4 0 6 1              | [4, 6, 6]
          9 26 0 9 0 3 0 5              | [3, 5, 9]
          10 26 0 9 0 3 0 5 1           | [9, 5, 3]
          10 26 0 9 0 3 0 5 0           | [3, 5, 9]
          """)
  void anArrayIsAnyOrConstantOrSorted(String choices, String array) {
    assertEquals(array, made(ints(Drawn.noConstants()), Drawn.making(choices)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          13                 | [1, 2, 3]
          14 0 0 0 9         | [1, 2, 3, 9]
          14 1 1             | [1, 3]
          15 2 0             | [3, 2, 1]
          15 4 0 2           | [3, 2, 1]
          15 5 1 0 9         | [1, 9, 3]
          15 6 1 0           | [2]
          15 6 1 1           | [2, 3]
          """)
  void anArrayIsACopyOrAnEditOfAnEarlierOne(String choices, String array) {
    Making making = Drawn.making(choices);
    making.remember((ArrayValue) Written.array(1, 2, 3));
    assertEquals(array, made(ints(Drawn.noConstants()), making));
  }

  @Test
  void anArrayIsTheSameAsAnEarlierOne() {
    Making making = Drawn.making("0 7 0 5 12");
    Maker maker = ints(Drawn.noConstants());
    maker.make(making);
    Recipe again = maker.make(making);
    assertEquals(0, ((Again) again).number);
    assertEquals(3, making.begin());
  }

  @Test
  void anEarlierArrayOfOtherElementsIsNotCopied() {
    Making making = Drawn.making("13 7 0 5");
    making.remember(new ArrayValue("J", List.of(new Literal(1L))));
    assertEquals("[5]", made(ints(Drawn.noConstants()), making));
  }

  @ParameterizedTest
  @CsvSource({"4 0 0, 12", "4 0 3, 13"})
  void anArrayHasALengthThatTheCodeRequires(String choices, int length) {
    Pool pool = Drawn.constantsOf("class A { boolean f(int[] all) { return all.length == 12; } }");
    ArrayValue made = (ArrayValue) ints(pool).make(Drawn.making(choices));
    assertEquals(length, made.elements.size());
  }

  @Test
  void anArrayBeginsWithTheElementsThatTheCodeCompares() {
    Pool pool =
        Drawn.constantsOf(
            "class A { boolean f(int[] all) {"
                + " return all.length == 3 && all[0] == 700 && all[1] == 900; } }");
    assertEquals("[700, 900, 0]", made(ints(pool), Drawn.making("5 0 0 0")));
  }

  @Test
  void anArrayHasTheLengthOfAnEarlierOne() {
    Making making = Drawn.making("0");
    making.remember((ArrayValue) Written.array(1, 2, 3));
    assertEquals("[0, 0, 0]", made(ints(Drawn.noConstants()), making));
  }

  @Test
  void aCharacterArrayIsAnEarlierOneInTheOtherCase() {
    Pool pool = Drawn.noConstants();
    Maker chars = new ArrayMaker("C", new Numbers(pool).of('C'), pool, Drawn.makers(pool)::of);
    Making making = Drawn.making("15 7 0 0 2");
    making.remember(
        new ArrayValue("C", List.of(new Literal('a'), new Literal('B'), new Literal('1'))));
    assertEquals("[A, b, 1]", made(chars, making));
  }

  @Test
  void deepArraysAreEmpty() {
    Making making = Drawn.making("0 63");
    for (int i = 0; i < 7; i++) {
      making.enter();
    }
    assertEquals("[]", made(ints(Drawn.noConstants()), making));
  }

  @Test
  void onlyLiteralsOfOneOrderAreSorted() {
    List<Recipe> numbers = new ArrayList<>(List.of(new Literal(3), new Literal(1)));
    assertTrue(ArrayMaker.sort(numbers));
    assertEquals(1, ((Literal) numbers.get(0)).value);
    List<Recipe> others = new ArrayList<>(List.of(new Literal(3), new Again(0)));
    assertFalse(ArrayMaker.sort(others));
    assertEquals(3, ((Literal) others.get(0)).value);
    assertFalse(ArrayMaker.sort(new ArrayList<>(List.of(new Literal(1), Literal.NULL))));
  }

  @Test
  void anArrayCountsWithItsElements() {
    for (int seed = 0; seed < 500; seed++) {
      Making making = Drawn.random(seed);
      Maker maker = ints(Drawn.noConstants());
      int count = 0;
      for (int i = 0; i < 3; i++) {
        count += Recipes.count(maker.make(making));
      }
      assertEquals(count, making.begin(), "seed " + seed);
    }
  }
}
