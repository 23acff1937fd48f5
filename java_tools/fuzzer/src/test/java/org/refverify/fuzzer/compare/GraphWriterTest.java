package org.refverify.fuzzer.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.fuzzer.Compiled;
import org.refverify.fuzzer.entry.Renames;

class GraphWriterTest {
  private static final Compiled NOTHING = Compiled.of("class Unused { }");

  @SuppressWarnings("JdkObsolete") // Subjects use LinkedList.
  static Stream<Arguments> texts() {
    List<Object> shared = new ArrayList<>(List.of(1));
    List<Object> round = new ArrayList<>();
    round.add(round);
    return Stream.of(
        arguments(null, "null"),
        arguments(1, "1"),
        arguments(1L, "1L"),
        arguments('a', "'a'"),
        arguments(-0.0, "-0.0d"),
        arguments("a\n", "\"a\\n\""),
        arguments(new int[] {1, 2}, "int[][1, 2]"),
        arguments(new LinkedList<>(List.of(1, 2)), "list[1, 2]"),
        arguments(Collections.unmodifiableList(Arrays.asList(1, 2)), "list[1, 2]"),
        arguments(new LinkedHashSet<>(List.of(2, 1)), "ordered set{2, 1}"),
        arguments(new TreeMap<>(Map.of(1, "a")), "map{1: \"a\"}"),
        arguments(new BigDecimal("1.0"), "java.math.BigDecimal(\"1.0\")"),
        arguments(Optional.of(1), "java.util.Optional(1)"),
        arguments(Thread.class, "class java.lang.Thread"),
        arguments(List.of(shared, shared), "list[list#0.1[1], same as #0.1]"),
        arguments(round, "list#0.0[same as #0.0]"));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void valuesAreWrittenByWhatTheyMean(Object value, String text) {
    assertEquals(text, Graphs.text(Graphs.writer(NOTHING, NOTHING, Renames.NONE, false), value));
  }

  @Test
  void whatASetIsBuiltFromInWhichOrderDoesNotCount() {
    GraphWriter writer = Graphs.writer(NOTHING, NOTHING, Renames.NONE, false);
    Map<Object, Object> one = new HashMap<>(64);
    Map<Object, Object> other = new HashMap<>(2);
    for (int i = 0; i < 40; i++) {
      one.put("k" + i, i);
      other.put("k" + (39 - i), 39 - i);
    }
    assertEquals(Graphs.hash(writer, one), Graphs.hash(writer, other));
    other.put("k0", 1);
    assertNotEquals(Graphs.hash(writer, one), Graphs.hash(writer, other));
  }

  @Test
  void aliasesCount() {
    GraphWriter writer = Graphs.writer(NOTHING, NOTHING, Renames.NONE, false);
    List<Integer> shared = new ArrayList<>(List.of(1));
    assertNotEquals(
        Graphs.hash(writer, List.of(shared, shared)),
        Graphs.hash(writer, List.of(shared, new ArrayList<>(shared))));
    List<Integer> empty = new ArrayList<>();
    assertEquals(
        Graphs.hash(writer, List.of(empty, empty)),
        Graphs.hash(writer, List.of(empty, new ArrayList<>())));
  }

  @Test
  void aFieldThatOnlyOneVersionHasDoesNotCount() {
    Compiled old = Compiled.of("class A { int n = 1; String gone = \"x\"; }");
    Compiled fresh = Compiled.of("class A { int n = 1; int cached = 7; }");
    assertEquals(
        "A{n=1}",
        Graphs.text(Graphs.writer(old, fresh, Renames.NONE, false), Graphs.made(old.load("A"))));
    assertEquals(
        "A{n=1}",
        Graphs.text(Graphs.writer(old, fresh, Renames.NONE, true), Graphs.made(fresh.load("A"))));
  }

  @Test
  void aFieldOfAnotherTypeIsAnotherField() {
    Compiled old = Compiled.of("class A { int n = 1; }");
    Compiled fresh = Compiled.of("class A { long n = 1; }");
    assertEquals(
        "A{}",
        Graphs.text(Graphs.writer(old, fresh, Renames.NONE, false), Graphs.made(old.load("A"))));
  }

  @Test
  void aRenamedClassHasItsOldName() {
    Compiled old = Compiled.of("class A { int n = 1; }");
    Compiled fresh = Compiled.of("class B { int n = 1; }");
    Renames renames = new Renames(Map.of("A", "B"), Map.of());
    GraphWriter olds = Graphs.writer(old, fresh, renames, false);
    GraphWriter news = Graphs.writer(old, fresh, renames, true);
    assertEquals("A{n=1}", Graphs.text(news, Graphs.made(fresh.load("B"))));
    assertEquals(
        Graphs.hash(olds, Graphs.made(old.load("A"))),
        Graphs.hash(news, Graphs.made(fresh.load("B"))));
  }

  @Test
  void noMethodOfTheSubjectIsCalled() {
    Compiled old =
        Compiled.of(
            """
            class A {
              int n = 1;
              public int hashCode() { throw new IllegalStateException(); }
              public boolean equals(Object other) { throw new IllegalStateException(); }
              public String toString() { throw new IllegalStateException(); }
            }
            """);
    GraphWriter writer = Graphs.writer(old, old, Renames.NONE, false);
    assertEquals("set{A{n=1}}", Graphs.text(writer, setOf(Graphs.made(old.load("A")))));
  }

  @Test
  void causesAndMessagesStandApartFromWhatWasThrown() {
    GraphWriter writer = Graphs.writer(NOTHING, NOTHING, Renames.NONE, false);
    Exception one = new IllegalStateException("a", new RuntimeException("b"));
    Exception other = new IllegalStateException("c");
    writer.begin(false);
    long thrown = writer.writeThrown(one);
    long messages = writer.writeMessages(one);
    writer.begin(false);
    assertEquals(thrown, writer.writeThrown(other));
    assertNotEquals(messages, writer.writeMessages(other));
  }

  /** Contains the element although its own methods throw. */
  private static Object setOf(Object element) {
    Map<Object, Boolean> identity = new IdentityHashMap<>();
    identity.put(element, true);
    return identity.keySet();
  }
}
