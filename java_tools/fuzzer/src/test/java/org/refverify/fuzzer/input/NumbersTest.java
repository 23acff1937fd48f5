package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.recipe.Literal;

class NumbersTest {
  private static final Numbers PLAIN = new Numbers(Drawn.noConstants());

  private static Object made(Numbers numbers, char type, Making making) {
    return ((Literal) numbers.of(type).make(making)).value;
  }

  @ParameterizedTest
  @CsvSource({
    "'',           0",
    "0 5,          5",
    "3 11,         11",
    "0 12,         -1",
    "0 15,         -4",
    "4 63,         63",
    "5 0,          -128",
    "5 255,        127",
    "12 3,         2147483647",
    "13 4,         -2147483648",
    "12 19 4 0,    15",
    "12 19 4 1,    16",
    "12 19 4 2,    17",
    "14 -1 0,      -1",
    "14 -1 30,     -1",
    "15 999 0,     999",
    "15 999 1,     -999",
  })
  void anIntIsSmallOrAnEdgeOrAnyBits(String choices, int value) {
    assertEquals(value, made(PLAIN, 'I', Drawn.making(choices)));
  }

  @ParameterizedTest
  @CsvSource({
    "6 0, 40",
    "7 3, 41",
    "8 4, 39",
    "6 5, -40",
    "6 6, 80",
    "6 7, 20",
    "6 8 7, 7",
    "6 9, 80",
  })
  void anIntIsRelatedToAnEarlierNumber(String choices, int value) {
    Making making = Drawn.making(choices);
    making.remember(40);
    assertEquals(value, made(PLAIN, 'I', making));
  }

  @Test
  void withoutEarlierNumbersARelatedOneIsSmall() {
    assertEquals(2, made(PLAIN, 'I', Drawn.making("6 2")));
  }

  @Test
  void anIntIsTheLengthOfAnEarlierText() {
    Making making = Drawn.making("6 1 0 0");
    making.remember(40);
    making.remember("abc");
    assertEquals(3, made(PLAIN, 'I', making));
  }

  @ParameterizedTest
  @CsvSource({
    "9 0,   77",
    "9 4,   78",
    "9 5,   76",
    "9 6,   -77",
    "9 7 0, 154",
    "9 7 8, 770",
  })
  void anIntIsNearToAConstantOfTheCode(String choices, int value) {
    Pool pool = Drawn.constantsOf("class A { static final int N = 77; }");
    assertEquals(value, made(new Numbers(pool), 'I', Drawn.making(choices)));
  }

  @ParameterizedTest
  @CsvSource({
    "12 1 0,  9223372036854775807",
    "12 1 1,  -9223372036854775808",
    "12 1 7,  4294967296",
    "12 0 3,  2147483647",
  })
  void aLongHasItsOwnEdges(String choices, long value) {
    assertEquals(value, made(PLAIN, 'J', Drawn.making(choices)));
  }

  @ParameterizedTest
  @CsvSource({"B, 12 3, -1", "S, 12 3, -1", "B, 12 9, 127", "S, 12 7, 32767", "B, 5 0, -128"})
  void aNarrowNumberIsCut(char type, String choices, int value) {
    assertEquals(value, ((Number) made(PLAIN, type, Drawn.making(choices))).intValue());
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, true"})
  void aTruthValueIsOneChoice(String choices, boolean value) {
    assertEquals(value, made(PLAIN, 'Z', Drawn.making(choices)));
  }

  @ParameterizedTest
  @CsvSource({
    "'',          0.0",
    "1 3,         3.0",
    "2 0,         -250.0",
    "2 4000,      250.0",
    "3 20000,     100.0",
    "4 4,         -0.0",
    "4 5,         NaN",
    "5 7,         -Infinity",
    "6 9,         9.0",
    "8 4,         4.0",
    "10 12 1 9,   9007199254740992.0",
    "11 0,        0.0",
  })
  void aDoubleIsSmallOrAnEdgeOrAnyBits(String choices, double value) {
    assertEquals(value, made(PLAIN, 'D', Drawn.making(choices)));
  }

  @ParameterizedTest
  @CsvSource({"6 0, 0.5", "6 3, -0.5", "6 4, 1.5", "6 5, 0.25", "7 6, 2.0"})
  void aDoubleIsRelatedToAnEarlierOne(String choices, double value) {
    Making making = Drawn.making(choices);
    making.remember(0.5);
    assertEquals(value, made(PLAIN, 'D', making));
  }

  @Test
  void aDoubleIsTheNeighbourOfAnEarlierOne() {
    for (String choices : new String[] {"6 2", "6 7"}) {
      Making making = Drawn.making(choices);
      making.remember(0.5);
      double neighbour = (Double) made(PLAIN, 'D', making);
      assertTrue(neighbour != 0.5 && Math.abs(neighbour - 0.5) <= Math.ulp(0.5));
    }
  }

  @ParameterizedTest
  @CsvSource({"8 0, 2.5", "9 5, -2.5"})
  void aDoubleIsNearToAConstantOfTheCode(String choices, double value) {
    Pool pool = Drawn.constantsOf("class A { static final double N = 2.5; }");
    assertEquals(value, made(new Numbers(pool), 'D', Drawn.making(choices)));
  }

  @Test
  void aFloatMayHaveAnyBits() {
    assertEquals(Float.intBitsToFloat(7), made(PLAIN, 'F', Drawn.making("15 7")));
    assertEquals(-250f, made(PLAIN, 'F', Drawn.making("0 2 0")));
  }

  @ParameterizedTest
  @CsvSource({
    "Z, java.lang.Boolean",
    "B, java.lang.Byte",
    "S, java.lang.Short",
    "C, java.lang.Character",
    "I, java.lang.Integer",
    "J, java.lang.Long",
    "F, java.lang.Float",
    "D, java.lang.Double",
  })
  void everyTypeHasItsBoxAndManyValues(char type, Class<?> box) {
    Set<Object> seen = new HashSet<>();
    for (int seed = 0; seed < 300; seed++) {
      Making making = Drawn.random(seed);
      Object value = made(PLAIN, type, making);
      assertEquals(box, value.getClass());
      assertEquals(1, making.begin(), "a number counts as one value");
      seen.add(value);
    }
    assertTrue(type == 'Z' ? seen.size() == 2 : seen.size() > 40, seen.toString());
  }

  @Test
  void withoutTheValueModelNumbersAreUniform() {
    Making small = new Making(Choices.replay(Drawn.numbers("0 99")), false);
    Making wide = new Making(Choices.replay(Drawn.numbers("1 -1")), false);
    assertEquals(99, made(PLAIN, 'I', small));
    assertEquals(-1, made(PLAIN, 'I', wide));
  }

  @Test
  void whatWasMadeIsRemembered() {
    Making making = Drawn.making("0 7 1 3");
    made(PLAIN, 'I', making);
    made(PLAIN, 'D', making);
    assertEquals("[7]", making.integers.toString());
    assertEquals("[3.0]", making.doubles.toString());
  }
}
