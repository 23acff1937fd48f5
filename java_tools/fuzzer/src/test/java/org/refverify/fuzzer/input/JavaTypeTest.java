package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaTypeTest {
  private static final JavaType TEXT = JavaType.ofClass("java.lang.String");

  @ParameterizedTest
  @CsvSource({
    "I,                   true,  false, int",
    "[I,                  false, true,  int[]",
    "Ljava/lang/String;,  false, false, java.lang.String",
    "[[Lp/A$B;,           false, true,  p.A$B[][]",
  })
  void aDescriptorSaysTheKind(String descriptor, boolean primitive, boolean array, String name) {
    JavaType type = JavaType.erased(descriptor);
    assertEquals(primitive, type.isPrimitive());
    assertEquals(array, type.isArray());
    assertEquals(name, type.className());
    assertEquals(descriptor, type.toString());
  }

  @Test
  void anArrayHasElements() {
    assertEquals("[I", JavaType.erased("[[I").element().descriptor);
    JavaType list = new JavaType("Ljava/util/List;", List.of(TEXT));
    assertEquals("[Ljava/util/List;", JavaType.arrayOf(list).descriptor);
    assertEquals("[Ljava/util/List;[Ljava/lang/String;]", JavaType.arrayOf(list).toString());
    assertEquals(list, JavaType.arrayOf(list).element());
  }

  @Test
  void aRawTypeHasNoArgument() {
    JavaType map = new JavaType("Ljava/util/Map;", List.of(TEXT));
    assertEquals(TEXT, map.argument(0));
    assertNull(map.argument(1));
    assertNull(JavaType.OBJECT.argument(0));
  }

  @Test
  void aVariableIsErasedToItsBound() {
    assertEquals("Ljava/lang/Object;", JavaType.variable("T").descriptor);
    JavaType bound = JavaType.variable("T", "Lp/A;");
    assertEquals("Lp/A;", bound.descriptor);
    assertEquals("TT:Lp/A;", bound.toString());
    assertFalse(bound.isArray());
    assertTrue(JavaType.parameters("()V").isEmpty());
  }

  @Test
  void parametersAreThoseOfTheDescriptor() {
    assertEquals("[I, [J, Lp/A;]", JavaType.parameters("(I[JLp/A;)Ljava/lang/String;").toString());
  }

  @Test
  void aVariableGetsTheBoundOfTheNearestScope() {
    Map<String, JavaType> ofMethod = Map.of("T", JavaType.ofClass("p.Inner"));
    Map<String, JavaType> ofClass =
        Map.of("T", JavaType.ofClass("p.Outer"), "U", JavaType.ofClass("p.Other"));
    assertEquals("Lp/Inner;", Scope.of(JavaType.variable("T"), ofMethod, ofClass).descriptor);
    assertEquals("Lp/Other;", Scope.of(JavaType.variable("U"), ofMethod, ofClass).descriptor);
    assertEquals(
        "Ljava/lang/Object;", Scope.of(JavaType.variable("V"), ofMethod, ofClass).descriptor);
  }

  @Test
  void argumentsAndElementsGetTheirBoundsToo() {
    Map<String, JavaType> bounds = Map.of("T", JavaType.ofClass("p.A"));
    JavaType list = new JavaType("Ljava/util/List;", List.of(JavaType.variable("T")));
    assertEquals("Ljava/util/List;[TT:Lp/A;]", Scope.of(list, bounds, Map.of()).toString());
    JavaType array = JavaType.arrayOf(JavaType.variable("T"));
    assertEquals("[Lp/A;", Scope.of(array, bounds, Map.of()).descriptor);
    assertEquals(TEXT, Scope.of(TEXT, bounds, Map.of()));
  }
}
