package org.refverify.fuzzer.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.Type;
import org.refverify.fuzzer.Compiled;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Renames;

class LiteralsTest {
  private static final String SOURCE =
      """
      package p;
      class Open {
        int seen; private int unseen;
        Open() { }
        private Open(int n) { }
        void f() { }
        void f(int n) { }
        void many(String... all) { }
        private void hidden() { }
        void of(Secret s) { }
        <T> T any(T t) { return t; }
        private static class Secret { }
        static class Nested { }
        class Inner { }
        Object anonymous = new Object() { };
      }
      abstract class Closed { }
      class Renamed { void f() { } }
      class String { }
      """;

  @TempDir static Path folder;
  private static ClassFiles files;

  @BeforeAll
  static void compile() throws IOException {
    files = Compiled.of(SOURCE.replace("String... all", "int... all")).files(folder);
  }

  private static Access access(String home) {
    return new Access(files, home, new Renames(Map.of("p.Renamed", "p.Other"), Map.of()));
  }

  static Stream<Arguments> values() {
    return Stream.of(
        arguments(null, "null"),
        arguments("a\n", "\"a\\n\""),
        arguments('\'', "'\\''"),
        arguments(7, "7"),
        arguments(Integer.MIN_VALUE, "Integer.MIN_VALUE"),
        arguments(7L, "7L"),
        arguments(Long.MIN_VALUE, "Long.MIN_VALUE"),
        arguments((byte) -1, "(byte) -1"),
        arguments((short) 2, "(short) 2"),
        arguments(true, "true"),
        arguments(0.5f, "0.5f"),
        arguments(Float.NaN, "Float.NaN"),
        arguments(Float.NEGATIVE_INFINITY, "Float.NEGATIVE_INFINITY"),
        arguments(-0.0, "-0.0"),
        arguments(Double.NaN, "Double.NaN"),
        arguments(Double.POSITIVE_INFINITY, "Double.POSITIVE_INFINITY"),
        arguments(4.9e-324, "4.9E-324"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void aLiteralGivesTheSameValue(Object value, String literal) {
    assertEquals(literal, Literals.of(value));
  }

  @ParameterizedTest
  @CsvSource({
    "p.Open, p, true",
    "p.Open, q, false",
    "p.Open$Nested, p, true",
    "p.Open$Secret, p, false",
    "p.Open$1, p, false",
    "p.Renamed, p, false",
    "p.Missing, p, false",
    "java.util.Map$Entry, q, true",
  })
  void aClassIsSeenFromAPackage(String name, String home, boolean seen) {
    assertEquals(seen, access(home).sees(name));
  }

  @ParameterizedTest
  @CsvSource({
    "p.Open, <init>, ()V, true",
    "p.Open, <init>, (I)V, false",
    "p.Open, f, ()V, true",
    "p.Open, hidden, ()V, false",
    "p.Open, of, (Lp/Open$Secret;)V, false",
    "p.Open, missing, ()V, false",
    "p.Closed, <init>, ()V, false",
    "p.Open$Inner, <init>, (Lp/Open;)V, false",
    "p.Renamed, f, ()V, false",
  })
  void aMethodIsSeenFromItsPackage(String owner, String name, String descriptor, boolean seen) {
    assertEquals(seen, access("p").seesMethod(owner, name, descriptor));
  }

  @Test
  void fieldsOverloadsAndVariableArgumentsAreKnown() {
    Access access = access("p");
    assertEquals(true, access.seesField("p.Open", "seen"));
    assertEquals(false, access.seesField("p.Open", "unseen"));
    assertEquals(false, access.seesField("p.Open", "missing"));
    assertEquals(true, access.isVarargs("p.Open", "many", "([I)V"));
    assertEquals(false, access.isVarargs("p.Open", "f", "(I)V"));
    assertEquals(true, access.isGeneric("p.Open", "any", "(Ljava/lang/Object;)Ljava/lang/Object;"));
    assertEquals(false, access.isGeneric("p.Open", "f", "()V"));
  }

  @Test
  void aNameIsAsShortAsItCanBe() {
    Names names = new Names(access("p"), "p");
    assertEquals("Open", names.of("p.Open"));
    assertEquals("Open.Nested", names.of("p.Open$Nested"));
    assertEquals("List", names.of("java.util.List"));
    assertEquals("Map.Entry", names.of("java.util.Map$Entry"));
    assertEquals("Integer", names.of("java.lang.Integer"));
    assertEquals("java.lang.String", names.of("java.lang.String"));
    assertEquals("java.awt.List", names.of("java.awt.List"));
    assertEquals("[import java.util.List;, import java.util.Map;]", names.imports().toString());
  }

  @ParameterizedTest
  @CsvSource({
    "I, int",
    "[[J, long[][]",
    "Lp/Open;, Open",
    "[Lp/Open;, Open[]",
    "Lp/Open$Secret;, Object",
    "V, void",
  })
  void aDescriptorIsAType(String descriptor, String type) {
    assertEquals(type, new Names(access("p"), "p").ofDescriptor(descriptor));
  }

  @Test
  void aVariableHasANameOfItsOwn() {
    Names names = new Names(access("p"), "p");
    assertEquals("list", names.variable("List"));
    assertEquals("list2", names.variable("List"));
    assertEquals("valueint", names.variable("int"));
    assertEquals("mapEntry", names.variable("Map.Entry"));
  }

  @ParameterizedTest
  @CsvSource({
    "Ljava/lang/Object;, true",
    "[I, true",
    "Lp/Open;, true",
    "Ljava/lang/Integer;, false",
    "I, false",
  })
  void theIdentityOfSomeObjectsCounts(String descriptor, boolean counts) {
    assertEquals(counts, Same.counts(Type.getType(descriptor)));
  }

  @ParameterizedTest
  @CsvSource({
    "receiver, none, receiver, -1",
    "2, none, 2, 1",
    "none, 1, not 1, 0",
    "none, receiver, not receiver, -1",
  })
  void theResultIsOrIsNotAnObjectOfTheInput(
      String old, String fresh, String expected, int argument) {
    assertEquals(expected, Same.expected(old, fresh));
    assertEquals(argument, Same.argument(expected));
  }

  @ParameterizedTest
  @EnumSource(Helper.class)
  void everyHelperHasItsSource(Helper helper) {
    assertEquals(true, helper.source().contains(" static "), helper.source());
  }
}
