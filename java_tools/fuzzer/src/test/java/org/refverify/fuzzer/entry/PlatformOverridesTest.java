package org.refverify.fuzzer.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.Compiled;

class PlatformOverridesTest {
  private static MethodName overriding(String before, String after) {
    ClassSet old = Compiled.of(before).set();
    return Difference.between(old, Compiled.of(after).set(), Renames.NONE).overriding();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          public boolean equals(Object o) { return true; }            | A#equals(Ljava/lang/Object;)Z
          public int hashCode() { return 1; }                         | A#hashCode()I
          public int size() { return 1; }                             | A#size()I
          public boolean contains(Object o) { return false; }         | A#contains(Ljava/lang/Object;)Z
          """)
  void aMethodThatHidesAForeignOneInOneVersionIsFound(String method, String name) {
    String with = "class A extends java.util.ArrayList<String> { %s }".formatted(method);
    String without = "class A extends java.util.ArrayList<String> { int none() { return 0; } }";

    assertEquals(name, overriding(without, with).toString());
    assertEquals(name, overriding(with, without).toString());
  }

  @Test
  void whatBothVersionsHaveIsNone() {
    String base = "class A { public String toString() { return \"a\"; } }";

    assertNull(overriding(base, base.replace("\"a\"", "\"b\"")));
    assertNull(
        overriding(
            "class B {} class A extends B { public String toString() { return \"a\"; } }",
            "abstract class B { public String toString() { return \"a\"; } } class A extends B"
                + " {}"));
  }

  @Test
  void whatImplementsAnInterfaceThatTheOldObjectsDidNotHaveIsNone() {
    assertNull(
        overriding(
            "class A { int f() { return 1; } }",
            "class A implements Runnable { int f() { return 1; } public void run() {} }"));
  }

  @Test
  void aNewClassAndAStaticMethodAreNone() {
    assertNull(
        overriding(
            "class A {}",
            "class A { static void run() {} } class B { public String toString() { return \"\";"
                + " } }"));
  }
}
