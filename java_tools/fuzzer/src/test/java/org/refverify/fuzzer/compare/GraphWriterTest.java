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
import org.refverify.fuzzer.entry.ClassSet;
import org.refverify.fuzzer.entry.Renames;

class GraphWriterTest {
  private static final Compiled NOTHING = Compiled.of("class Unused { }");

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
    assertEquals(text, text(writer(NOTHING, NOTHING, Renames.NONE, false), value));
  }

  @Test
  void whatASetIsBuiltFromInWhichOrderDoesNotCount() {
    GraphWriter writer = writer(NOTHING, NOTHING, Renames.NONE, false);
    Map<Object, Object> one = new HashMap<>(64);
    Map<Object, Object> other = new HashMap<>(2);
    for (int i = 0; i < 40; i++) {
      one.put("k" + i, i);
      other.put("k" + (39 - i), 39 - i);
    }
    assertEquals(hash(writer, one), hash(writer, other));
    other.put("k0", 1);
    assertNotEquals(hash(writer, one), hash(writer, other));
  }

  @Test
  void aliasesCount() {
    GraphWriter writer = writer(NOTHING, NOTHING, Renames.NONE, false);
    List<Integer> shared = new ArrayList<>(List.of(1));
    assertNotEquals(
        hash(writer, List.of(shared, shared)),
        hash(writer, List.of(shared, new ArrayList<>(shared))));
    List<Integer> empty = new ArrayList<>();
    assertEquals(
        hash(writer, List.of(empty, empty)), hash(writer, List.of(empty, new ArrayList<>())));
  }

  @Test
  void aFieldThatOnlyOneVersionHasDoesNotCount() throws ReflectiveOperationException {
    Compiled old = Compiled.of("class A { int n = 1; String gone = \"x\"; }");
    Compiled fresh = Compiled.of("class A { int n = 1; int cached = 7; }");
    assertEquals("A{n=1}", text(writer(old, fresh, Renames.NONE, false), made(old, "A")));
    assertEquals("A{n=1}", text(writer(old, fresh, Renames.NONE, true), made(fresh, "A")));
  }

  @Test
  void aFieldOfAnotherTypeIsAnotherField() throws ReflectiveOperationException {
    Compiled old = Compiled.of("class A { int n = 1; }");
    Compiled fresh = Compiled.of("class A { long n = 1; }");
    assertEquals("A{}", text(writer(old, fresh, Renames.NONE, false), made(old, "A")));
  }

  @Test
  void aRenamedClassHasItsOldName() throws ReflectiveOperationException {
    Compiled old = Compiled.of("class A { int n = 1; }");
    Compiled fresh = Compiled.of("class B { int n = 1; }");
    Renames renames = new Renames(Map.of("A", "B"), Map.of());
    GraphWriter olds = writer(old, fresh, renames, false);
    GraphWriter news = writer(old, fresh, renames, true);
    assertEquals("A{n=1}", text(news, made(fresh, "B")));
    assertEquals(hash(olds, made(old, "A")), hash(news, made(fresh, "B")));
  }

  @Test
  void noMethodOfTheSubjectIsCalled() throws ReflectiveOperationException {
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
    GraphWriter writer = writer(old, old, Renames.NONE, false);
    assertEquals("set{A{n=1}}", text(writer, setOf(made(old, "A"))));
  }

  @Test
  void causesAndMessagesStandApartFromWhatWasThrown() {
    GraphWriter writer = writer(NOTHING, NOTHING, Renames.NONE, false);
    Exception one = new IllegalStateException("a", new RuntimeException("b"));
    Exception other = new IllegalStateException("c");
    writer.begin(false);
    long thrown = writer.writeThrown(one);
    long messages = writer.writeMessages(one);
    writer.begin(false);
    assertEquals(thrown, writer.writeThrown(other));
    assertNotEquals(messages, writer.writeMessages(other));
  }

  private static GraphWriter writer(Compiled old, Compiled fresh, Renames renames, boolean ofNew) {
    ClassSet mine = (ofNew ? fresh : old).set();
    ClassSet other = (ofNew ? old : fresh).set();
    Renames back = renames.inverse();
    return new GraphWriter(
        ofNew
            ? new GraphNames(mine, other, back, back, Renames.NONE)
            : new GraphNames(mine, other, renames, Renames.NONE, back));
  }

  private static Object made(Compiled version, String name) throws ReflectiveOperationException {
    var constructor = version.load(name).getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  /** Contains the element although its own methods throw. */
  private static Object setOf(Object element) {
    Map<Object, Boolean> identity = new IdentityHashMap<>();
    identity.put(element, true);
    return identity.keySet();
  }

  private static String text(GraphWriter writer, Object value) {
    writer.begin(true);
    writer.write(value);
    return writer.text();
  }

  private static long hash(GraphWriter writer, Object value) {
    writer.begin(false);
    return writer.write(value);
  }
}
