package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;
import org.refverify.fuzzer.Compiled;

class ClassShapeTest {
  private static final Compiled COMPILED =
      Compiled.of(
          """
          import java.util.*;
          abstract class A<T extends Number> extends ArrayList<T> implements Comparable<A<T>> {
            static final int N = 7;
            private Map<String, T> byName;
            <U> List<U> made(U one, T other) { Runnable r = () -> System.out.println(one); return null; }
            abstract void done();
            class Inner { Inner(T given) { } }
            static class Nested { }
            public int compareTo(A<T> other) { return 0; }
          }
          interface I { void f(); }
          enum E { X }
          """);

  private static ClassShape shape(String name) {
    return ClassShape.read(COMPILED.bytes(name));
  }

  @ParameterizedTest
  @CsvSource({
    "A, true, false, false",
    "I, true, true, false",
    "E, false, false, true",
    "A$Nested, false, false, false",
  })
  void aClassHasAKind(String name, boolean isAbstract, boolean isInterface, boolean isEnum) {
    ClassShape shape = shape(name);
    assertEquals(isAbstract, shape.isAbstract());
    assertEquals(isInterface, shape.isInterface());
    assertEquals(isEnum, shape.isEnum());
  }

  @Test
  void supertypesAndBoundsKeepTheirArguments() {
    ClassShape shape = shape("A");
    assertEquals("java.util.ArrayList", shape.superName);
    assertEquals("[java.lang.Comparable]", shape.interfaces.toString());
    assertEquals("{T=Ljava/lang/Number;}", shape.bounds.toString());
    assertEquals(
        "Ljava/util/ArrayList;[TT:Ljava/lang/Object;]", shape.supertypes.get(0).toString());
  }

  @Test
  void methodsOfTheCompilerAreLeftOut() {
    assertEquals(
        "[<init>()V, made(Ljava/lang/Object;Ljava/lang/Number;)Ljava/util/List;, done()V,"
            + " compareTo(LA;)I]",
        shape("A").methods.keySet().toString());
  }

  @Test
  void aMethodHasItsGenericTypes() {
    ClassShape.Method made =
        shape("A").methods.get("made(Ljava/lang/Object;Ljava/lang/Number;)Ljava/util/List;");
    assertEquals("[TU:Ljava/lang/Object;, TT:Ljava/lang/Object;]", made.parameters.toString());
    assertEquals("Ljava/util/List;[TU:Ljava/lang/Object;]", made.result.toString());
    assertEquals("{U=Ljava/lang/Object;}", made.bounds.toString());
    assertFalse(made.isConstructor());
    assertTrue(shape("A").methods.get("done()V").is(Opcodes.ACC_ABSTRACT));
  }

  @Test
  void aSignatureWithoutTheOuterObjectDoesNotFit() {
    ClassShape.Method made = shape("A$Inner").methods.get("<init>(LA;Ljava/lang/Number;)V");
    assertTrue(made.isConstructor());
    assertEquals("[LA;, Ljava/lang/Number;]", made.parameters.toString());
  }

  @Test
  void aFieldHasItsValueAndItsGenericType() {
    ClassShape.Field number = shape("A").fields.get(0);
    assertEquals("N I 7 null", text(number));
    ClassShape.Field map = shape("A").fields.get(1);
    assertEquals("byName Ljava/util/Map; null Ljava/util/Map<Ljava/lang/String;TT;>;", text(map));
  }

  private static String text(ClassShape.Field field) {
    return field.name + " " + field.descriptor + " " + field.value + " " + field.signature;
  }

  @Test
  void aMemberClassKnowsTheClassAround() {
    assertEquals("A", shape("A$Inner").outer);
    assertTrue(shape("A$Nested").is(Opcodes.ACC_STATIC));
    assertFalse(shape("A$Inner").is(Opcodes.ACC_STATIC));
    assertNull(shape("A").outer);
  }
}
