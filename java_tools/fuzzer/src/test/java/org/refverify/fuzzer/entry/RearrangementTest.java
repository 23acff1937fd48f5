package org.refverify.fuzzer.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RearrangementTest {
  @ParameterizedTest
  @CsvSource({
    "'A I',   'A I',   '[0, 1]'",
    "'A I',   'I A',   '[1, 0]'",
    "'I A I', 'A I I', '[1, 0, 2]'",
    "'I I',   'I I',   '[0, 1]'",
    "'A',     'B',     'null'",
    "'A',     'A A',   'null'",
    "'A I I', 'A A I', 'null'",
  })
  void valuesOfOneTypeKeepTheirOrder(String old, String fresh, String positions) {
    int[] found = Rearrangement.of(List.of(old.split(" ")), List.of(fresh.split(" ")));
    assertEquals(positions, Arrays.toString(found));
  }
}
