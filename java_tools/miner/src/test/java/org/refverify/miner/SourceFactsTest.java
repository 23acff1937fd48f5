package org.refverify.miner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SourceFactsTest {
  private static final Pattern CLASS =
      Pattern.compile("\"kind\":\"(\\w+)\",\"class\":\"([^\"]+)\"");
  private static final Pattern METHOD =
      Pattern.compile("\"method\":\"([^\"]+)\",\"parameters\":\\[(.*?)\\],\"modifiers");
  private static final Pattern CALL = Pattern.compile("\\[\"([^\"]+)\",(-?\\d+),(\\d+),(\\d+)\\]");

  @Test
  void theFormThatPythonReads() {
    String source =
        """
        package p;
        import java.util.*;
        final class A {
          int a, b;
          @Override public String toString() { return f(a); }
        }
        """;
    assertEquals(
        """
        {"package":"p","imports":[["java.util.*",false,11,30]],"problems":[],\
        "types":[{"kind":"class","class":"p.A","span":[31,114,45,114],"modifiers":["final"],\
        "members":[\
        {"kind":"field","names":["a","b"],"span":[49,58,4,4],"modifiers":[],"annotations":[]},\
        {"kind":"method","names":["toString"],"span":[61,112,5,5],"body":[96,112],\
        "method":"toString","parameters":[],"modifiers":["public"],"annotations":["Override"]}]}],\
        "invocations":[["f",1,105,109]]}\
        """,
        SourceFacts.parse(source, false));
  }

  static Stream<Arguments> types() {
    return Stream.of(
        arguments("class A { }", "class A"),
        arguments(
            "package p.q; interface I { class In { enum E { } } }",
            "interface p.q.I, class p.q.I$In, enum p.q.I$In$E"),
        arguments("record R(int n) { } @interface T { }", "record R, annotation T"),
        arguments(
            "class A { Object a = new Object() { }; Object b = new Object() { Object c = new"
                + " Object() { }; }; }",
            "class A, anonymous A$1, anonymous A$2, anonymous A$2$1"),
        arguments(
            "class A { void f() { class L { } } void g() { class L { } class M { } } }",
            "class A, class A$1L, class A$2L, class A$1M"),
        arguments("enum E { ONE { }, TWO }", "enum E, anonymous E$1"));
  }

  @ParameterizedTest
  @MethodSource("types")
  void typesHaveTheNamesOfTheirClassFiles(String source, String types) {
    assertEquals(types, joined(CLASS, source, found -> found.group(1) + " " + found.group(2)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          class A { A(int n) { } }                                        | <init>("int")
          class A { void f(final int[] a, String... b) { } }              | f("int[]","String[]")
          class A { void f(int a[][]) { } }                               | f("int[][]")
          class A { <T extends Comparable<T>> void f(T t) { } }           | f("Comparable")
          class A<T extends Number & Runnable> { void f(T[] t, T u) { } } | f("Number[]","Number")
          class A<T> { void f(T t) { } }                                  | f("T")
          class A<T extends Number> { <T> void f(T t) { } }               | f("T")
          class A { void f(java.util.Map.Entry<String, int[]> e) { } }    | f("java.util.Map.Entry")
          class A { void f(@Deprecated List<? extends A> e) { } }         | f("List")
          record R(int n, String... s) { R { } }                          | <init>("int","String[]")
          @interface A { int n() default 1; }                             | n()
          """)
  void parametersAreErased(String source, String methods) {
    assertEquals(methods, joined(METHOD, source, f -> f.group(1) + "(" + f.group(2) + ")"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          f(1, g());                | f 2, g 0
          new A(1) { };             | <init> 1
          super.f(1);               | f 1
          Runnable r = this::f;     | f -1
          Runnable r = A::new;      | <init> -1
          Runnable r = super::f;    | f -1
          """)
  void callsAreCountedByTheirArguments(String statement, String calls) {
    String source = "class A { void m() { " + statement + " } }";
    assertEquals(calls, joined(CALL, source, found -> found.group(1) + " " + found.group(2)));
  }

  @Test
  void aBodyBeginsAtTheBraceBehindTheHeader() {
    String source =
        "class A<T extends Comparable<T>> extends B /* { */ implements C<int[]> { int n; }";
    Matcher span =
        Pattern.compile("\"span\":\\[(\\d+),(\\d+),(\\d+),(\\d+)\\]")
            .matcher(SourceFacts.parse(source, false));
    assertEquals(true, span.find());
    int begin = Integer.parseInt(span.group(3));
    assertEquals("{ int n; }", source.substring(begin, Integer.parseInt(span.group(4))));
  }

  @Test
  void aNameThatBecameAKeywordIsReadAtAnOlderLevel() {
    assertEquals(List.of(), problems("class A { int _; int f() { return _; } }"));
    assertEquals(List.of(), problems("class A { Object yield(Object record) { return record; } }"));
  }

  @Test
  void whatNoLevelReadsIsAProblemWithItsLine() {
    assertEquals(
        1, problems("class A {\n  int f( { }\n}").stream().filter("2"::equals).distinct().count());
  }

  @Test
  void aModuleIsReadAsOne() {
    assertEquals(
        "[]",
        SourceFacts.parse("module m { requires java.base; }", true)
            .replaceAll(".*\"problems\":(\\[.*?\\]),.*", "$1"));
  }

  private static List<String> problems(String source) {
    String json =
        SourceFacts.parse(source, false).replaceAll(".*\"problems\":\\[(.*?)\\],\"types.*", "$1");
    return Pattern.compile("\\[(\\d+),")
        .matcher(json)
        .results()
        .map(each -> each.group(1))
        .toList();
  }

  private static String joined(Pattern pattern, String source, Function<MatchResult, String> text) {
    return String.join(
        ", ", pattern.matcher(SourceFacts.parse(source, false)).results().map(text).toList());
  }
}
