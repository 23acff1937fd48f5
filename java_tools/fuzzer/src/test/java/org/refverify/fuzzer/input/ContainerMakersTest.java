package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;

class ContainerMakersTest {
  private static final JavaType TEXT = JavaType.ofClass("java.lang.String");
  private static final JavaType NUMBER = JavaType.ofClass("java.lang.Integer");

  private static JavaType type(String name, JavaType... arguments) {
    return new JavaType("L" + name.replace('.', '/') + ";", List.of(arguments));
  }

  private static Maker maker(JavaType type) {
    return new ContainerMakers(Drawn.makers()).of(type);
  }

  @ParameterizedTest
  @CsvSource({
    "java.util.List,          java.util.ArrayList java.util.LinkedList",
    "java.util.ArrayList,     java.util.ArrayList",
    "java.util.Set,           java.util.HashSet java.util.LinkedHashSet java.util.TreeSet",
    "java.util.SortedSet,     java.util.TreeSet",
    "java.util.Deque,         java.util.ArrayDeque java.util.LinkedList",
    "java.util.Map,           java.util.HashMap java.util.LinkedHashMap java.util.TreeMap",
    "java.util.NavigableMap,  java.util.TreeMap",
    "java.util.Properties,    java.util.Properties",
    "java.lang.Iterable,      java.util.ArrayDeque java.util.ArrayList java.util.HashSet"
        + " java.util.LinkedList",
    "java.util.concurrent.ConcurrentMap, java.util.concurrent.ConcurrentHashMap",
  })
  void anInterfaceHasItsUsualImplementers(String name, String implementers) {
    Set<String> seen = new TreeSet<>();
    for (int seed = 0; seed < 60; seed++) {
      Made made = (Made) maker(type(name, TEXT, TEXT)).make(Drawn.random(seed));
      assertEquals("<init>", made.creation.name);
      assertEquals("()V", made.creation.descriptor);
      seen.add(made.creation.owner);
    }
    assertEquals(new TreeSet<>(List.of(implementers.split(" "))), seen);
  }

  @Test
  void aListGetsItsElementsOneByOne() {
    Made made = (Made) maker(type("java.util.ArrayList", NUMBER)).make(random("java.util.List"));
    assertTrue(made.then.size() > 1);
    for (Call call : made.then) {
      assertEquals("add", call.name);
      assertEquals(ContainerMakers.ADD, call.descriptor);
      Object element = ((Literal) call.arguments.get(0)).value;
      assertTrue(element == null || element instanceof Integer, String.valueOf(element));
    }
  }

  @Test
  void aMapGetsKeysWithValues() {
    Made made = (Made) maker(type("java.util.TreeMap", TEXT, NUMBER)).make(random("a map"));
    assertTrue(made.then.size() > 1);
    for (Call call : made.then) {
      assertEquals("put", call.name);
      assertEquals(ContainerMakers.PUT, call.descriptor);
      Object key = ((Literal) call.arguments.get(0)).value;
      Object value = ((Literal) call.arguments.get(1)).value;
      assertTrue(key == null || key instanceof String, String.valueOf(key));
      assertTrue(value == null || value instanceof Integer, String.valueOf(value));
    }
  }

  /** Choices with which a container has several elements. */
  private static Making random(String what) {
    for (long seed = what.hashCode(); ; seed++) {
      Making making = Drawn.random(seed);
      Made made = (Made) maker(type("java.util.ArrayList", NUMBER)).make(making);
      if (made.then.size() > 2) {
        return Drawn.random(seed);
      }
    }
  }

  @Test
  void propertiesHoldTexts() {
    for (int seed = 0; seed < 40; seed++) {
      Made made = (Made) maker(type("java.util.Properties")).make(Drawn.random(seed));
      for (Call call : made.then) {
        for (Recipe argument : call.arguments) {
          assertTrue(((Literal) argument).value instanceof String);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "java.util.Optional,             java.util.Optional,    ofNullable",
    "java.util.Iterator,             java.util.Spliterators, iterator",
    "java.util.Enumeration,          java.util.Collections, enumeration",
    "java.util.stream.Stream,        java.util.Arrays,      stream",
    "java.util.stream.IntStream,     java.util.Arrays,      stream",
    "java.util.stream.DoubleStream,  java.util.Arrays,      stream",
    "java.util.Map$Entry, java.util.AbstractMap$SimpleEntry, <init>",
  })
  void otherContainersComeFromAFactory(String name, String owner, String method) {
    Made made = (Made) maker(type(name, TEXT, TEXT)).make(Drawn.random(1));
    assertEquals(owner, made.creation.owner);
    assertEquals(method, made.creation.name);
  }

  @Test
  void aStreamOfNumbersComesFromAnArrayOfThem() {
    Made made = (Made) maker(type("java.util.stream.LongStream")).make(Drawn.random(1));
    assertEquals("([J)Ljava/util/stream/LongStream;", made.creation.descriptor);
    assertEquals("J", ((ArrayValue) made.creation.arguments.get(0)).element);
  }

  @Test
  void whatIsNoContainerHasNoMaker() {
    assertNull(maker(TEXT));
    assertNull(maker(type("p.List")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.util.TreeMap", "java.util.Properties", "java.util.Hashtable"})
  void aMapIsKnownByItsName(String name) {
    assertTrue(ContainerMakers.isMap(name));
    assertEquals(false, ContainerMakers.isMap(name + "Set"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.util.List", "java.util.Map", "java.util.Iterator"})
  void aContainerCountsWithItsElements(String name) {
    Maker maker = maker(type(name, type("java.util.List", TEXT), NUMBER));
    for (int seed = 0; seed < 300; seed++) {
      Making making = Drawn.random(seed);
      assertEquals(Recipes.count(maker.make(making)), making.begin(), "seed " + seed);
    }
  }
}
