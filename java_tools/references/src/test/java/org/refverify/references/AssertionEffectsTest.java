package org.refverify.references;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AssertionEffectsTest {
  private static final String CLASS =
      """
      // A.java
      import java.util.*;
      import java.util.concurrent.atomic.AtomicInteger;
      class A {
        int count;
        final List<String> seen = new ArrayList<>();
        final AtomicInteger calls = new AtomicInteger();
        %s
        int twice(int x) {
          %s
          return x + x;
        }
        boolean mark() { count++; return true; }
        boolean deep() { return mark(); }
        boolean isEven(int x) { return x %% 2 == 0; }
      }
      """;
  private static final String ASSERTED = "void old(int x) { assert x > 0 : \"x is \" + x; }";

  private static List<String> refused(String old, String statement) {
    return Sides.refused(CLASS.formatted(old, ""), CLASS.formatted(old, statement)).stream()
        .map(line -> line.replaceFirst(" at .*", ""))
        .toList();
  }

  @Test
  void aFirstAssertionInTheChangedClassesIsRefused() {
    assertEquals(
        List.of("reference assertions: java.lang.Class.desiredAssertionStatus()"),
        refused("", "assert x > 0;"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          boolean on = false; assert on = true; if (!on) return 0;                | writes a variable
          int y = 0; assert y++ == 0; x += y;                                     | writes a variable
          int[] y = {0}; assert (y[0] = 1) == 1; x += y[0];                       | writes an array
          assert (count = 1) == 1;                                                | writes a field
          assert mark();                                                          | calls A.mark(), which changes something
          assert deep();                                                          | calls A.deep(), which changes something
          assert seen.add("x");                                                   | calls java.util.List.add(java.lang.Object), which changes something
          assert calls.incrementAndGet() > 0;                                     | calls java.util.concurrent.atomic.AtomicInteger.incrementAndGet(), which changes something
          assert seen.stream().allMatch(s -> mark());                             | calls A.lambda$twice$0(java.lang.String), which changes something
          """)
  void anAssertionWithAnEffectIsRefusedThoughTheClassAssertsAlready(String code, String what) {
    assertEquals(
        List.of("reference assertions: an assertion that " + what), refused(ASSERTED, code));
  }

  @Test
  void anAssertionWhoseErrorIsCaughtIsRefused() {
    assertEquals(
        List.of("reference assertions: an assertion whose error is caught"),
        refused(ASSERTED, "try { assert false; return 0; } catch (AssertionError e) { x++; }"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          assert marker().ok(x);               | M.ok(int)
          assert new M() {}.fill(all);         | A$1.fill(int[])
          assert filled(all);                  | A.filled(int[])
          """)
  void aCallIsFollowedToWhateverOverridesIt(String code, String method) {
    String members =
        """
        interface M {
          default boolean ok(int x) { return true; }
          default boolean fill(int[] all) { all[0] = 1; return true; }
        }
        record Mark(A a) implements M {
          public boolean ok(int x) { a.count++; return true; }
        }
        int[] all = new int[1];
        M marker() { return new Mark(this); }
        boolean filled(int[] all) { all[0]++; return true; }
        """;

    assertEquals(
        List.of(
            "reference assertions: an assertion that calls "
                + method
                + ", which changes something"),
        refused(ASSERTED + members, code).stream()
            .map(line -> line.replace("A$M.", "M."))
            .toList());
  }

  @Test
  void aQuestionForTheStatusIsRefusedThoughTheClassAssertsAlready() {
    assertEquals(
        List.of("reference assertions: a question whether assertions are on"),
        refused(ASSERTED, "if (A.class.desiredAssertionStatus()) x++;"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "assert x > 0;",
        "assert isEven(x) : String.format(\"%s\", x);",
        "assert seen.contains(\"x\") || \"a\".replace('a', 'b').isEmpty();",
        "assert seen.stream().noneMatch(s -> s.isEmpty());",
      })
  void anAssertionWithoutEffectIsNotRefusedWhereTheClassAssertsAlready(String code) {
    assertEquals(List.of(), refused(ASSERTED, code));
  }

  @Test
  void anAssertionThatMovesWithItsEffectIsNotRefused() {
    String before = CLASS.formatted("", "int y = 0; assert y++ == 0; x += y;");
    String after =
        CLASS.formatted(
            "int extracted(int x) { int y = 0; assert y++ == 0; return x + y; }",
            "x = extracted(x);");

    assertEquals(List.of(), Sides.refused(before, after));
  }
}
