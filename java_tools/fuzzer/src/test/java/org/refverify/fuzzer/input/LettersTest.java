package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.recipe.Literal;

class LettersTest {
  private static final Letters LETTERS = new Numbers(Drawn.noConstants()).letters;

  @ParameterizedTest
  @CsvSource({
    "'',     97",
    "0 2,    99",
    "1 0,    32",
    "1 94,   126",
    "2 0 25, 122",
    "2 1 0,  65",
    "3 9,    57",
    "4 1,    65",
    "6 1,    98",
    "8 7,    7",
    "8 -1,   65535",
    "9 2,    67",
  })
  void aUnitIsPlainOrUnusual(String choices, int unit) {
    assertEquals((char) unit, LETTERS.character(Drawn.making(choices)));
  }

  @ParameterizedTest
  @CsvSource({"6 0, x", "7 1, y"})
  void aUnitIsOneOfAnEarlierText(String choices, char unit) {
    Making making = Drawn.making(choices);
    making.remember("xy");
    assertEquals(unit, LETTERS.character(making));
  }

  @Test
  void anEmptyTextHasNoUnit() {
    Making making = Drawn.making("6 3");
    making.remember("");
    assertEquals('d', LETTERS.character(making));
  }

  @ParameterizedTest
  @CsvSource({"9 0, k", "9 2, y", "5 0, M"})
  void aUnitIsOneOfAConstant(String choices, char unit) {
    Pool pool =
        Drawn.constantsOf("class A { static final String K = \"key\"; static final int N = 77; }");
    assertEquals(unit, new Numbers(pool).letters.character(Drawn.making(choices)));
  }

  @Test
  void aMadeUnitIsRememberedAsANumber() {
    Making making = Drawn.making("3 9");
    assertEquals('9', ((Literal) LETTERS.make(making)).value);
    assertEquals("[57]", making.integers.toString());
  }

  @Test
  void surrogatesAndControlCharactersOccur() {
    Set<Character> seen = new HashSet<>();
    for (int seed = 0; seed < 2000; seed++) {
      seen.add(LETTERS.character(Drawn.random(seed)));
    }
    for (char unit : "a Z0\n\u0000\ud800\udc00\u0130".toCharArray()) {
      assertTrue(seen.contains(unit), "no " + (int) unit);
    }
  }
}
