package org.refverify.fuzzer.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.Compiled;

class HierarchyTest {
  private static final ClassSet SET =
      Compiled.of(
              """
              interface I { default void d() { } }
              interface J extends I, Runnable { }
              abstract class A implements J { void f() { } abstract void g(); }
              class B extends A { public void run() { } void g() { } private static class Hidden { } }
              class C extends B { void f() { } Object o = new Object() { void h() { } }; }
              enum E { X { int n() { return 1; } }; int n() { return 0; } }
              """)
          .set();
  private static final Hierarchy HIERARCHY = new Hierarchy(SET);

  @Test
  void supertypesComeNearestFirst() {
    assertEquals(
        "[B, A, java.lang.Object, J, I, java.lang.Runnable]", HIERARCHY.allAbove("C").toString());
    assertEquals("[]", HIERARCHY.allAbove("java.lang.Object").toString());
  }

  @Test
  void subtypesAreTheOwnOnes() {
    assertEquals("[A, B, C, J]", HIERARCHY.below("I").toString());
    assertEquals("[A, B, C, J]", HIERARCHY.below("java.lang.Runnable").toString());
    assertEquals("[]", HIERARCHY.below("C").toString());
    assertEquals("[E$1]", HIERARCHY.below("E").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "C, f, C",
    "B, f, A",
    "C, g, B",
    "C, d, I",
    "A, g, A",
    "C, run, B",
  })
  void aCallResolvesToTheNearestDeclaration(String owner, String name, String declaring) {
    assertEquals(declaring, HIERARCHY.resolve(owner, name, "()V").owner);
  }

  @ParameterizedTest
  @CsvSource({"A, run", "C, missing", "C, toString", "Unknown, f"})
  void whatNoOwnClassDeclaresDoesNotResolve(String owner, String name) {
    assertNull(HIERARCHY.resolve(owner, name, "()V"));
  }

  @Test
  void aConstructorIsNotInherited() {
    assertEquals("C", HIERARCHY.resolve("C", "<init>", "()V").owner);
    assertNull(HIERARCHY.resolve("E$1", "<init>", "(I)V"));
  }

  @ParameterizedTest
  @CsvSource({"I, false", "A, false", "B, true", "E, true", "Unknown, false"})
  void onlyAClassWithObjectsIsConcrete(String name, boolean concrete) {
    assertEquals(concrete, HIERARCHY.isConcrete(name));
  }

  @ParameterizedTest
  @CsvSource({
    "B, true",
    "B$Hidden, false",
    "C$1, false",
    "E$1, true",
    "Unknown, false",
  })
  void aClassThatCanBeNamedIsAccessible(String name, boolean accessible) {
    assertEquals(accessible, HIERARCHY.isAccessible(name));
  }

  @Test
  void methodsWithCodeCanBeCalled() {
    assertEquals(
        List.of("B#<init>()V", "B#g()V", "B#run()V"),
        Callable.methods(SET, "B").stream().map(MethodName::toString).toList());
    assertEquals(
        List.of("A#f()V"), Callable.methods(SET, "A").stream().map(MethodName::toString).toList());
    assertEquals(
        List.of("E#n()I"), Callable.methods(SET, "E").stream().map(MethodName::toString).toList());
  }

  @ParameterizedTest
  @CsvSource({"A, f, B", "B, g, B C", "C, f, C", "B, run, B C"})
  void aReceiverIsAConcreteClassThatHasTheMethod(String owner, String name, String receivers) {
    List<String> found = Callable.receivers(SET, HIERARCHY, new MethodName(owner, name, "()V"));
    assertEquals(List.of(receivers.split(" ")), found);
  }

  @Test
  void aConstructorHasNoReceiver() {
    List<String> found = Callable.receivers(SET, HIERARCHY, new MethodName("B", "<init>", "()V"));
    assertEquals(1, found.size());
    assertNull(found.get(0));
  }

  @Test
  void aMethodOfAClassThatCannotBeNamedIsHidden() {
    assertTrue(Callable.isHidden(SET, HIERARCHY, new MethodName("C$1", "h", "()V"), "C$1"));
    assertTrue(Callable.isHidden(SET, HIERARCHY, new MethodName("B", "missing", "()V"), "B"));
    assertEquals(false, Callable.isHidden(SET, HIERARCHY, new MethodName("B", "g", "()V"), "B"));
  }
}
