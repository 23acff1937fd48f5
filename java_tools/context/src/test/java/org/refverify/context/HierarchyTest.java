package org.refverify.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.refverify.context.Project.methods;
import static org.refverify.context.Project.names;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The supertypes and subtypes of a method's class, and the overriding of methods. */
class HierarchyTest {
  private static final Project SHAPES =
      Project.of(
          """
          package p;
          public interface Shape<T> extends Comparable<Shape<T>> {
            T size(T unit);
            default String label() { return "shape"; }
          }
          """,
          """
          package p;
          public abstract class Base implements Shape<Integer> {
            public Integer size(Integer unit) { return unit; }
          }
          """,
          """
          package q;
          public class Round extends p.Base {
            @Override public Integer size(Integer unit) { return 0; }
            @Override public String label() { return "round"; }
            @Override public int compareTo(p.Shape<Integer> other) { return 0; }
            public String toString() { return ""; }
          }
          """,
          """
          package q;
          class Made {
            p.Base base = new p.Base() {
              public String label() { return "made"; }
              public int compareTo(p.Shape<Integer> other) { return 1; }
            };
            static class Inner extends Round {
              public Integer size(Object unit) { return 1; }
            }
          }
          """);

  @Test
  void overridingIsFoundAcrossFilesAndGenerics() {
    Map<String, Object> told = SHAPES.around("p.Shape#size(Object)");

    assertEquals(
        List.of(
            "p.Base#size(Ljava/lang/Integer;)Ljava/lang/Integer;",
            "q.Round#size(Ljava/lang/Integer;)Ljava/lang/Integer;"),
        methods(told, "overriding"));
    assertEquals(List.of("p.Base", "q.Made$1", "q.Round", "q.Made$Inner"), names(told, "subtypes"));
  }

  @Test
  void aDefaultMethodIsOverriddenByAnonymousClassesToo() {
    assertEquals(
        List.of("q.Made$1#label()Ljava/lang/String;", "q.Round#label()Ljava/lang/String;"),
        methods(SHAPES.around("p.Shape#label()"), "overriding"));
  }

  @Test
  void methodsOfLibrariesAreOverriddenWithoutAText() {
    Map<String, Object> told = SHAPES.around("q.Round#toString()");

    assertEquals(
        List.of("java.lang.Object#toString()Ljava/lang/String;"), methods(told, "overridden"));
    assertEquals(null, Project.list(told, "overridden").get(0).get("file"));
    assertEquals(List.of("p.Base", "p.Shape", "java.lang.Comparable"), names(told, "supertypes"));
  }

  @Test
  void anOverloadIsNoOverride() {
    Project project =
        Project.of(
            "package p; class A { void f(int x) {} }",
            "package p; class B extends A { void f(long x) {} }");

    assertEquals(List.of(), methods(project.around("p.B#f(long)"), "overridden"));
    assertEquals(List.of(), methods(project.around("p.A#f(int)"), "overriding"));
  }

  @Test
  void aMethodOfAnAnonymousClassHasItsOwnSurroundings() {
    Map<String, Object> told = SHAPES.around("q.Made$1#label()");

    assertEquals(List.of("p.Shape#label()Ljava/lang/String;"), methods(told, "overridden"));
    assertEquals(List.of("p.Base", "p.Shape", "java.lang.Comparable"), names(told, "supertypes"));
  }

  @Test
  void constantsWithABodyAreBelowTheirEnum() {
    Project project =
        Project.of(
            """
            package p;
            enum Kind {
              ONE { int value() { return 1; } },
              TWO;
              int value() { return 2; }
            }
            """);

    assertEquals(
        List.of("p.Kind$1#value()I"), methods(project.around("p.Kind#value()"), "overriding"));
  }

  @Test
  void staticAndPrivateMethodsOverrideNothing() {
    Project project =
        Project.of(
            "package p; class A { static void s() {} private void q() {} }",
            "package p; class B extends A { static void s() {} private void q() {} }");

    assertEquals(List.of(), methods(project.around("p.A#s()"), "overriding"));
    assertEquals(List.of(), methods(project.around("p.B#q()"), "overridden"));
  }
}
