package org.refverify.fuzzer.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.fuzzer.Compiled;
import org.refverify.fuzzer.entry.MethodName;

class MutantsTest {
  private static final String FILE = "Source0.java";

  static Stream<Arguments> methods() {
    return Stream.of(
        arguments(
            "static int f(int n) { return n + 2; }",
            List.of(
                "+ became - = 3",
                "2 became 3 = 8",
                "another value was returned = 8",
                "2 became 1 = 6")),
        arguments(
            "static int f(int n) { return n < 5 ? 1 : 0; }",
            List.of(
                "the condition's boundary moved = 1",
                "the condition was negated = 1",
                "5 became 6 = 1",
                "another value was returned = 1",
                "5 became 4 = 0",
                "true became false = 0",
                "false became true = 1")),
        arguments(
            "static int f(int n) { return g(n, 1); } static int g(int a, int b) { return a - b; }",
            List.of(
                "1 became 2 = 3",
                "another value was returned = 5",
                "arguments 1 and 2 of g traded places = -4",
                "1 became 0 = 5")),
        arguments(
            "static int f(int n) { if (n == 5) { return 7; } return 8; }",
            List.of(
                "the condition was negated = 8",
                "5 became 6 = 8",
                "another value was returned = 8",
                "an early return was lost = 8",
                "5 became 4 = 8",
                "another value was returned = 7",
                "7 became 8 = 8",
                "7 became 6 = 6",
                "8 became 9 = 7",
                "8 became 7 = 7")),
        arguments(
            "static int f(int n) { if (n > 4) { throw new IllegalStateException(); } return n; }",
            List.of(
                "the condition's boundary moved = IllegalStateException",
                "the condition was negated = 5",
                "4 became 5 = 5",
                "another value was returned = IllegalStateException",
                "an exception was not thrown = 0",
                "4 became 3 = IllegalStateException")));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void everyMutantRunsAndIsWhatItSays(String method, List<String> expected) {
    Compiled compiled = Compiled.of("class A { " + method + " }");
    List<String> found = new ArrayList<>();
    for (Mutant mutant : Mutants.ofMethods(compiled.set(), setOf("f"), 100)) {
      String what = mutant.description.replace(FILE + ":1 in f: ", "");
      found.add(what + " = " + result(compiled.loadWith("A", mutant.bytes())));
    }
    assertEquals(expected, found);
  }

  @Test
  void onlyWantedLinesAreChanged() {
    Compiled compiled =
        Compiled.of(
            """
            class A {
              static boolean f(boolean a) {
                boolean b = true;
                return !b;
              }
            }
            """);
    TreeMap<String, SortedSet<Integer>> lines = new TreeMap<>();
    lines.put("A", new TreeSet<>(List.of(3)));
    assertEquals(
        List.of(FILE + ":3 in f: true became false"),
        Mutants.ofLines(compiled.set(), lines, 100).stream().map(m -> m.description).toList());
  }

  @Test
  void kindsTakeTurnsWhereNotAllFit() {
    Compiled compiled = Compiled.of("class A { static int f(int n) { return n + 2 + 3 + 4; } }");
    assertEquals(
        List.of(Mutant.Kind.ARITHMETIC, Mutant.Kind.CONSTANT, Mutant.Kind.RETURN_VALUE),
        Mutants.ofMethods(compiled.set(), setOf("f"), 3).stream().map(m -> m.kind).toList());
  }

  static Stream<Arguments> unseen() {
    return Stream.of(
        arguments("static Object f() { return null; }", "a null that stays one"),
        arguments("static double f() { return 0.0 / 0; }", "not a number, one more or less"),
        arguments("static int f(int n) { return n; } int g() { return 1; }", "another method"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("unseen")
  void whatNobodyCouldNoticeIsNoMutant(String method, String why) {
    Compiled compiled = Compiled.of("class A { " + method + " }");
    TreeSet<MethodName> none = new TreeSet<>();
    none.add(new MethodName("A", "f", "()Ljava/lang/Object;"));
    none.add(new MethodName("A", "f", "()D"));
    assertEquals(List.of(), Mutants.ofMethods(compiled.set(), none, 100));
  }

  @Test
  void howMuchRoomABufferBeginsWithIsNotTried() {
    Compiled compiled =
        Compiled.of(
            "class A { static int f(int n) { return new StringBuilder(n + 16).length(); } }");
    assertEquals(
        List.of(FILE + ":1 in f: another value was returned"),
        Mutants.ofMethods(compiled.set(), setOf("f"), 9).stream().map(m -> m.description).toList());
  }

  private static SortedSet<MethodName> setOf(String name) {
    return new TreeSet<>(List.of(new MethodName("A", name, "(I)I")));
  }

  private static Object result(Class<?> type) {
    try {
      Method method = type.getDeclaredMethod("f", int.class);
      method.setAccessible(true);
      return method.invoke(null, 5);
    } catch (InvocationTargetException thrown) {
      return thrown.getCause().getClass().getSimpleName();
    } catch (ReflectiveOperationException broken) {
      throw new LinkageError(broken.getMessage(), broken);
    }
  }
}
