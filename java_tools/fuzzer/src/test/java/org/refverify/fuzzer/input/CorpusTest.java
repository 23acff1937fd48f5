package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorpusTest {
  private static Corpus corpus(long seed, String... kept) {
    Corpus corpus = new Corpus(new SplittableRandom(seed));
    for (String each : kept) {
      corpus.add(Drawn.numbers(each));
    }
    return corpus;
  }

  @ParameterizedTest
  @CsvSource({"1 2 3, 0, 1, 2 3", "1 2 3, 1, 3, 1", "1 2 3, 0, 3, ''", "1 2 3, 2, 2, 1 2 3"})
  void choicesAreCutOut(String base, int from, int to, String left) {
    assertArrayEquals(Drawn.numbers(left), Corpus.without(Drawn.numbers(base), from, to));
  }

  @Test
  void anEmptySequenceIsNotKept() {
    assertTrue(corpus(1, "").isEmpty());
    assertFalse(corpus(1, "7").isEmpty());
  }

  @Test
  void aMutantDoesNotChangeWhatIsKept() {
    Corpus corpus = new Corpus(new SplittableRandom(1));
    long[] kept = {1, 2, 3, 4};
    corpus.add(kept);
    for (int i = 0; i < 200; i++) {
      corpus.mutant();
    }
    assertArrayEquals(new long[] {1, 2, 3, 4}, kept);
  }

  @Test
  void mutantsAreTheSameForASeed() {
    Corpus one = corpus(3, "1 2 3", "4 5 6");
    Corpus same = corpus(3, "1 2 3", "4 5 6");
    for (int i = 0; i < 50; i++) {
      assertArrayEquals(one.mutant(), same.mutant());
    }
  }

  @Test
  void mutantsAreLongerShorterAndMixed() {
    Corpus corpus = corpus(5, "100 101 102 103", "200 201 202 203");
    Set<String> seen = new HashSet<>();
    boolean shorter = false;
    boolean longer = false;
    boolean mixed = false;
    int later = 0;
    for (int i = 0; i < 400; i++) {
      long[] mutant = corpus.mutant();
      seen.add(Arrays.toString(mutant));
      shorter |= mutant.length < 4;
      longer |= mutant.length > 4;
      long ofFirst = Arrays.stream(mutant).filter(each -> each / 10 == 10).count();
      long ofSecond = Arrays.stream(mutant).filter(each -> each / 10 == 20).count();
      mixed |= ofFirst > 0 && ofSecond > 0;
      later += ofSecond > ofFirst ? 1 : 0;
    }
    assertTrue(shorter && longer && mixed);
    assertTrue(seen.size() > 200, "only " + seen.size());
    assertTrue(later > 220, "the latest find is preferred: " + later);
  }

  @Test
  void onlySomeSequencesAreKept() {
    Corpus corpus = new Corpus(new SplittableRandom(1));
    for (int i = 0; i < 600; i++) {
      corpus.add(new long[] {1000 + i});
    }
    long largest = 0;
    for (int i = 0; i < 2000; i++) {
      for (long each : corpus.mutant()) {
        largest = each > 1000 && each < 2000 ? Math.max(largest, each) : largest;
      }
    }
    assertEquals(true, largest <= 1500, "kept " + largest);
  }
}
