package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.common.JsonWriter;
import org.refverify.fuzzer.Compiled;
import org.refverify.fuzzer.recipe.Literal;

class TextMakerTest {
  private static final String KEY = "class A { static final String K = \"key\"; }";

  private static TextMaker maker(Pool pool) {
    return new TextMaker(pool, new Numbers(pool));
  }

  private static String text(Pool pool, Making making) {
    return maker(pool).text(making);
  }

  @ParameterizedTest
  @CsvSource({
    "'',                   ''",
    "0 0 16 0 1,           ab",
    "0 2 16 1 0,           10",
    "3 1,                  a",
    "3 3,                  abc",
    "10 0 5 0,             5",
    "10 0 5 2,             +5",
    "10 0 12 2,            +-1",
    "10 4 63 3,            0x3f",
    "10 0 5 4 25,          5.25",
    "10 0 5 5 0,           5e-20",
    "10 0 5 6,             05",
    "10 0 5 7 0,           5LdfL%",
    "10 0 5 7 1,           5dfL%",
    "11 0 1 16 0 1 3,      'a,abc'",
    "13 0 0 0 0 3,         aaa",
    "15 16 0 1 3 9,        b9",
  })
  void aTextIsMadeInManyWays(String choices, String text) {
    assertEquals(text, text(Drawn.noConstants(), Drawn.making(choices)));
  }

  @ParameterizedTest
  @CsvSource({
    "4,               key",
    "5,               key",
    "6 0 0 0 0,       ''",
    "6 0 2 0 0,       ke",
    "6 0 2 0 1,       y",
    "6 0 1 1 2,       e",
    "6 0 1 0 4,       ky",
    "6 0 0 0 6,       KEY",
    "6 0 0 0 8,       yek",
    "6 0 0 0 11,      keykey",
    "6 0 0 0 12 0,    ' key '",
    "6 0 1 0 14,      kye",
    "6 0 0 0 9 0 1,   akey",
    "6 0 0 0 10 0 1,  keya",
    "6 0 1 1 13 0 1,  kay",
  })
  void aTextIsAnEditedConstant(String choices, String text) {
    assertEquals(text, text(Drawn.constantsOf(KEY), Drawn.making(choices)));
  }

  @ParameterizedTest
  @CsvSource({"7 0, one", "7 1, two", "8 1 0 0 8, owt", "9 0 0 0 6, ONE"})
  void aTextIsAnEarlierOneOrItsEdit(String choices, String text) {
    Making making = Drawn.making(choices);
    making.remember("one");
    making.remember("two");
    assertEquals(text, text(Drawn.noConstants(), making));
  }

  @Test
  void aTextHasALengthThatTheCodeRequires() {
    Pool pool = Drawn.constantsOf("class A { boolean f(String s) { return s.length() == 12; } }");
    Set<String> seen = new HashSet<>();
    for (int seed = 0; seed < 3000; seed++) {
      String text = text(pool, Drawn.random(seed));
      if (text.length() == 12 || text.length() == 13) {
        seen.add(text);
      }
    }
    assertTrue(seen.size() > 50, "only " + seen.size());
  }

  @Test
  void aTextConsistsOfTheUnitsThatTheCodeCompares() {
    Pool pool =
        Drawn.constantsOf(
            "class A { boolean f(String s) {"
                + " return s.length() == 3 && s.charAt(0) == 'q' && s.charAt(1) == '7'; } }");
    boolean found = false;
    for (int seed = 0; seed < 3000 && !found; seed++) {
      found = text(pool, Drawn.random(seed)).startsWith("q7");
    }
    assertTrue(found);
  }

  @ParameterizedTest
  @CsvSource({"2 1 0, f", "2 1 1, g", "2 1 2, N", "2 1 3, A"})
  void aTextNamesAMemberOfAClassThatWasNamedBefore(String choices, String text) {
    Making making = Drawn.making(choices);
    Compiled named = Compiled.of("interface A { int N = 1; void f(); int g(int i); }");
    making.named.add(ClassShape.read(named.bytes("A")));
    assertEquals(text, text(Drawn.noConstants(), making));
  }

  @Test
  void aMadeTextIsRememberedWithItsLength() {
    Making making = Drawn.making("3 3");
    assertEquals("abc", ((Literal) maker(Drawn.noConstants()).make(making)).value);
    assertEquals("[abc]", making.texts.toString());
    assertEquals("[3]", making.lengths.toString());
    assertEquals("[3]", making.integers.toString());
    assertEquals(1, making.begin());
  }

  @Test
  void withoutTheValueModelUnitsAreUniform() {
    Making making = new Making(Choices.replay(Drawn.numbers("2 65 66")), false);
    assertEquals("AB", text(Drawn.noConstants(), making));
  }

  @Test
  void manyKindsOfTextOccur() {
    Set<String> seen = new HashSet<>();
    int longest = 0;
    int lone = 0;
    for (int seed = 0; seed < 3000; seed++) {
      String text = text(Drawn.noConstants(), Drawn.random(seed));
      seen.add(text);
      longest = Math.max(longest, text.length());
      lone += JsonWriter.isText(text) ? 0 : 1;
    }
    assertTrue(seen.contains("") && seen.contains("a") && seen.contains("true"));
    assertTrue(lone > 0, "no lone surrogate");
    assertTrue(seen.size() > 1000, "only " + seen.size());
    assertTrue(longest > 40 && longest <= 1000, "the longest has " + longest);
  }
}
