package org.refverify.fuzzer.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextDifferenceTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      textBlock =
          """
          0.1d                    | 0.1000000000000001d        | ROUNDING
          list[1.0d, 2.0d]        | list[1.0d, 2.0000000000000004d] | ROUNDING
          0.1f                    | 0.10000001f                | ROUNDING
          0.1d                    | 0.1001d                    | OTHER
          0.1d                    | 0.1f                       | OTHER
          0.0d                    | 4.9E-324d                  | OTHER
          Infinityd               | 1.7976931348623157E308d    | OTHER
          "0.1d"                  | "0.1000000000000001d"      | OTHER
          set{1, 2}             | ordered set{2, 1}        | SAME_BUT_ORDERED
          ordered set{2, 1}     | set{1, 2}                | OTHER
          set{1, 2}             | ordered set{2, 3}        | OTHER
          set{1, 2}             | set{2, 1}                | OTHER
          "ordered set{1}"       | "set{1}"                  | OTHER
          ``                      | 1                         | OTHER
          """)
  void tellsWhatIsLessThanADifference(String old, String fresh, TextDifference.Relation relation) {
    assertEquals(relation, TextDifference.compare(old, fresh));
  }
}
