package org.refverify.prover.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.prover.support.Compiled;
import org.refverify.prover.verdict.FirstDifference;
import org.refverify.prover.verdict.InputValue;

/** The input that is proposed for the path to a difference. */
class PathInputTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          int n                        | n == 4711                             | 0=4711
          int n                        | n > 4711                              | 0=4712
          int n                        | 31 * n + 7 == 4718                    | 0=1108378809
          int n                        | 3 * n == 300                          | 0=100
          int n                        | 4711 <= n && n < 4712                 | 0=4711
          int a, int b                 | a + 3 == b && b == 90                 | 0=87 1=90
          long n                       | n == 123456789012L                    | 0=123456789012
          double d                     | d == 0.125                            | 0=0.125
          boolean a, boolean b         | a && !b                               | 0=1
          String s                     | s.equals("x-17")                      | 0="x-17"
          String s                     | "x-17".equals(s)                      | 0="x-17"
          String s                     | s == null                             | 0 null
          String s                     | s.length() == 3 && s.charAt(1) == 'q' | 0="aqa"
          String s                     | s.startsWith("ab") && s.endsWith("z") | 0="abz"
          int[] a                      | a.length == 3 && a[1] == 7            | 0#=3 0[1]=7
          java.util.List<String> l     | l.size() == 3 && l.get(1) == null     | 0#=3 0[1] null
          java.util.Map<String,Long> m | m.get("k") == 5                       | 0("k")=5
          java.util.Map<?, ?> m, int n | m.get(n) == m && n == 3               | 1=3
          Object o                     | o instanceof Long                     | 0 type java/lang/Long
          A a                          | a.flag && mode == 7                   | 0.flag=1 -1.mode=7
          A a                          | a.next.mode == 8                      | 0.next.mode=8
          Locale l                     | l == Locale.ROOT       | 0 constant java/util/Locale.ROOT
          """)
  void theInputIsWhatTheConditionsAskFor(String parameters, String condition, String expected) {
    String text =
        "import java.util.Locale; class A { boolean flag; int mode; A next;"
            + " int f(%s) { if (%s) return %d; return 0; } }";
    FirstDifference found =
        Compiled.prove(
                text.formatted(parameters, condition, 1), text.formatted(parameters, condition, 2))
            .firstDifference();
    assertNotNull(found);

    Set<String> said = found.values().stream().map(PathInputTest::show).collect(Collectors.toSet());
    said.removeIf(each -> each.endsWith("not_null") || each.endsWith("=0"));
    assertEquals(Set.of(expected.split(" (?=-?\\d)")), said, found.path().toString());
  }

  @Test
  void aPathNamesTheParametersAsTheSourceDoes() {
    String text =
        "class A { int max; int f(long size, int count) {"
            + " if (count >= 8 && count < max) return %d; return 0; } }";
    FirstDifference found = Compiled.prove(text.formatted(1), text.formatted(2)).firstDifference();

    assertNotNull(found);
    assertEquals(List.of("not less(count, 8)", "less(count, field A.max(this))"), found.path());
  }

  @Test
  void aTermThatSharesItsPartsAgainAndAgainIsLeftAlone() {
    String squares = "n = n * n; ".repeat(36);
    String text = "class A { int f(int n) { " + squares + "if (n == 7) return %d; return 0; } }";

    assertTimeout(
        Duration.ofSeconds(20), () -> Compiled.prove(text.formatted(1), text.formatted(2)));
  }

  private static String show(InputValue value) {
    String place = value.parameter() + String.join("", value.steps());
    return switch (value.kind()) {
      case NUMBER -> place + "=" + value.value();
      case TEXT -> place + "=\"" + value.value() + '"';
      default ->
          (place + " " + value.kind().name().toLowerCase(Locale.ROOT) + " " + value.value())
              .strip();
    };
  }
}
