package org.refverify.fuzzer.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SinksTest {
  private static long hash(Consumer<Sink> tokens) {
    HashSink sink = new HashSink();
    sink.clear();
    tokens.accept(sink);
    return sink.value();
  }

  private static String text(Consumer<Sink> tokens) {
    TextSink sink = new TextSink(new BitSet());
    tokens.accept(sink);
    return sink.take();
  }

  static Stream<Arguments> different() {
    return Stream.of(
        tokens("numbers", s -> s.integral(1, 'I'), s -> s.integral(2, 'I')),
        tokens("types of numbers", s -> s.integral(1, 'I'), s -> s.integral(1, 'J')),
        tokens("integral and real ones", s -> s.integral(0, 'J'), s -> s.real(0, 'D')),
        tokens("signs of zero", s -> s.real(0.0, 'D'), s -> s.real(-0.0, 'D')),
        tokens("texts", s -> s.string("ab"), s -> s.string("ba")),
        tokens("ends of texts", s -> s.string("abcd"), s -> s.string("abcde")),
        tokens("texts with zeros", s -> s.string("\0"), s -> s.string("")),
        tokens("words", s -> s.word(Word.of("a")), s -> s.word(Word.of("b"))),
        tokens("brackets", s -> s.open(Word.of("a"), '['), s -> s.open(Word.of("a"), '{')),
        tokens("keys", s -> s.key(Word.of("a")), s -> s.key(Word.of("b"))),
        tokens("references", s -> s.again(1), s -> s.again(2)));
  }

  private static Arguments tokens(String what, Consumer<Sink> one, Consumer<Sink> other) {
    return arguments(what, one, other);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("different")
  void hashesTellTokensApart(String what, Consumer<Sink> one, Consumer<Sink> other) {
    assertNotEquals(hash(one), hash(other));
    assertEquals(hash(one), hash(one));
    assertNotEquals(text(one), text(other));
  }

  @Test
  void theOrderOfTokensCounts() {
    assertNotEquals(
        hash(
            sink -> {
              sink.integral(1, 'I');
              sink.integral(2, 'I');
            }),
        hash(
            sink -> {
              sink.integral(2, 'I');
              sink.integral(1, 'I');
            }));
  }

  @Test
  void allNotANumbersAreEqual() {
    double odd = Double.longBitsToDouble(0x7ff8000000000001L);
    assertEquals(hash(s -> s.real(Double.NaN, 'D')), hash(s -> s.real(odd, 'D')));
    assertEquals("NaNd", text(s -> s.real(odd, 'D')));
  }

  @Test
  void aVisitAloneSaysNothing() {
    assertEquals(hash(s -> {}), hash(s -> s.visit(7)));
  }

  @Test
  void hashesOfManyNumbersDiffer() {
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      int number = i;
      seen.add(hash(s -> s.integral(number, 'I')));
    }
    assertEquals(10_000, seen.size());
  }

  @Test
  void onlyObjectsThatAreMetAgainHaveANumber() {
    BitSet again = new BitSet();
    again.set(3);
    TextSink sink = new TextSink(again);
    for (int number : List.of(2, 3)) {
      sink.visit(number);
      sink.open(Word.of("a"), '{');
      sink.close('}');
    }
    sink.again(3);
    assertEquals("a{}a#0.3{}same as #0.3", sink.take());
    assertEquals("", sink.take());
  }

  @Test
  void aLongTextIsCutAndStillToldApart() {
    String begin = "x".repeat(4000);
    assertEquals('"' + begin + '"', text(s -> s.string(begin)));
    String one = text(s -> s.string(begin + "a"));
    String other = text(s -> s.string(begin + "b"));
    assertTrue(one.startsWith('"' + begin + "\"<of 4001 characters, hash "), one.substring(4000));
    assertNotEquals(one, other);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "1, Z, true",
        "0, Z, false",
        "97, C, 'a'",
        "10, C, '\\n'",
        "39, C, '\\''",
        "1, B, (byte) 1",
        "-1, S, (short) -1",
        "5, J, 5L",
        "-5, I, -5",
      })
  void anIntegralNumberIsALiteral(long value, char type, String text) {
    assertEquals(text, ScalarText.integral(value, type));
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, D, 0.1d",
    "1.0, D, 1d",
    "100.0, D, 1E+2d",
    "1.0E23, D, 1E+23d",
    "2.0E-323, D, 2E-323d",
    "1.7976931348623157E308, D, 1.7976931348623157E+308d",
    "-0.0, D, -0.0d",
    "0.0, F, 0.0f",
    "Infinity, D, Infinityd",
    "-Infinity, F, -Infinityf",
    "0.1, F, 0.1f",
  })
  void aRealNumberIsTheShortestThatReadsBack(double value, char type, String text) {
    assertEquals(text, ScalarText.real(type == 'F' ? (float) value : value, type));
  }

  @Test
  void everyRealNumberReadsBack() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (!Double.isNaN(value) && !Double.isInfinite(value)) {
        String text = ScalarText.real(value, 'D');
        assertEquals(value, Double.parseDouble(text.substring(0, text.length() - 1)), text);
      }
    }
  }

  @Test
  void aWordExistsOnce() {
    assertSame(Word.of("some word"), Word.of("some" + " word"));
    assertNotEquals(Word.of("ab").hash, Word.of("ba").hash);
  }

  @ParameterizedTest
  @CsvSource({"0, #0.0", "3, #0.3", "1048576, #1.0", "2097155, #2.3"})
  void aVisitIsNumberedBelowItsRoot(int number, String label) {
    assertEquals(label, Numbering.label(number));
  }

  @Test
  void eachRootCountsFromZero() {
    assertEquals(0, Numbering.first(0));
    assertEquals("#5.0", Numbering.label(Numbering.first(5)));
  }
}
