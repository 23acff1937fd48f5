package org.refverify.fuzzer.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.fuzzer.Compiled;

class DifferenceTest {
  static Stream<Arguments> versions() {
    return Stream.of(
        arguments(
            "names of locals, layout and the order of methods mean nothing",
            """
            class A {
              int f(int n) { int twice = 2 * n; return twice; }
              int g() { return 1; }
            }
            """,
            """
            class A {
              int g() { return 1; }

              // twice as much
              int f(int m) {
                int result = 2 * m;
                return result;
              }
            }
            """,
            "",
            "",
            "{}",
            "{}"),
        arguments(
            "in which order locals are declared means nothing",
            """
            class A {
              int f(int n) { int a = n + 1; int b = n * 2; return a - b; }
            }
            """,
            """
            class A {
              int f(int n) { int b; int a = n + 1; b = n * 2; return a - b; }
            }
            """,
            "",
            "",
            "{}",
            "{}"),
        arguments(
            "another constant",
            """
            class A {
              int f(int n) {
                int twice = 2 * n;
                return twice;
              }
              int g() { return 1; }
            }
            """,
            """
            class A {
              int f(int n) {
                int twice = 3 * n;
                return twice;
              }
              int g() { return 1; }
            }
            """,
            "A#f(I)I",
            "A#f(I)I",
            "{A=[3]}",
            "{A=[3]}"),
        arguments(
            "an extracted method is new, and its caller differs",
            """
            class A {
              int f(int n) {
                return n * n + 1;
              }
            }
            """,
            """
            class A {
              int f(int n) {
                return square(n) + 1;
              }
              private static int square(int n) {
                return n * n;
              }
            }
            """,
            "A#f(I)I",
            "A#f(I)I A#square(I)I",
            "{A=[3]}",
            "{A=[3, 6]}"),
        arguments(
            "a lambda's body belongs to the method that it stands in",
            """
            class A {
              Runnable f(int[] to) {
                return () -> to[0] = 1;
              }
            }
            """,
            """
            class A {
              Runnable f(int[] to) {
                return () -> to[0] = 2;
              }
            }
            """,
            "A#f([I)Ljava/lang/Runnable;",
            "A#f([I)Ljava/lang/Runnable;",
            "{A=[3]}",
            "{A=[3]}"),
        arguments(
            "a constant field is code of the static initialiser",
            "class A { static final int MOST = 5; }",
            "class A { static final int MOST = 6; }",
            "A#<clinit>()V",
            "A#<clinit>()V",
            "{A=[]}",
            "{A=[]}"),
        arguments(
            "a branch that goes elsewhere",
            """
            class A {
              int f(int n) {
                while (n > 9) {
                  if (n == 20) { break; }
                  n--;
                }
                return n;
              }
            }
            """,
            """
            class A {
              int f(int n) {
                while (n > 9) {
                  if (n == 20) { continue; }
                  n--;
                }
                return n;
              }
            }
            """,
            "A#f(I)I",
            "A#f(I)I",
            "{A=[3, 4, 5, 7]}",
            "{A=[3, 4, 5, 7]}"),
        arguments(
            "anonymous classes that the compiler numbered otherwise",
            """
            class A {
              Object f() { return new Object() { public String toString() { return "f"; } }; }
              Object g() { return new Object() { public int hashCode() { return 1; } }; }
            }
            """,
            """
            class A {
              Object g() { return new Object() { public int hashCode() { return 1; } }; }
              Object f() { return new Object() { public String toString() { return "f"; } }; }
            }
            """,
            "",
            "",
            "{}",
            "{}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("versions")
  void tellsWhatCanMatter(
      String what,
      String before,
      String after,
      String oldMethods,
      String freshMethods,
      String oldLines,
      String freshLines) {
    Difference difference = between(before, after, Renames.NONE);
    assertEquals(oldMethods, words(difference.old));
    assertEquals(freshMethods, words(difference.fresh));
    assertEquals(oldLines, difference.oldLines.toString());
    assertEquals(freshLines, difference.freshLines.toString());
  }

  @Test
  void aRenamedClassIsTheSameUnderItsRename() {
    String before = "class A { A next; A f(A a) { return a == this ? next : new A(); } }";
    String after = "class B { B next; B f(B a) { return a == this ? next : new B(); } }";
    Renames renames = new Renames(Map.of("A", "B"), new TreeMap<>());
    assertTrue(between(before, after, renames).isEmpty());
    assertEquals("A#<init>()V A#f(LA;)LA;", words(between(before, after, Renames.NONE).old));
  }

  private static Difference between(String before, String after, Renames renames) {
    return Difference.between(Compiled.of(before).set(), Compiled.of(after).set(), renames);
  }

  private static String words(Collection<MethodName> methods) {
    return methods.stream().map(MethodName::toString).collect(Collectors.joining(" "));
  }
}
