package org.refverify.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.refverify.context.Project.methods;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The callers and the callees of a method. */
class CallsTest {
  @Test
  void anOverloadIsCalledByThoseWhoseArgumentsChooseIt() {
    Project project =
        Project.of(
            """
            package p;
            class A {
              void f(int x) {}
              void f(long x) {}
              void f(Object x) {}
            }
            """,
            """
            package p;
            class B {
              void ints(A a) { a.f(1); a.f((short) 2); }
              void longs(A a) { a.f(1L); }
              void boxes(A a) { a.f("x"); }
            }
            """);

    assertEquals(List.of("p.B#ints(Lp/A;)V [3]"), methods(project.around("p.A#f(int)"), "callers"));
    assertEquals(
        List.of("p.B#longs(Lp/A;)V [4]"), methods(project.around("p.A#f(long)"), "callers"));
    assertEquals(
        List.of("p.B#boxes(Lp/A;)V [5]"), methods(project.around("p.A#f(Object)"), "callers"));
  }

  @Test
  void aMethodOfTheSameNameInAnotherClassIsNotCalled() {
    Project project =
        Project.of(
            "package p; class A { void run() {} }",
            "package p; class B { void run() {} void other() { run(); } }");

    assertEquals(List.of(), methods(project.around("p.A#run()"), "callers"));
  }

  @Test
  void genericMethodsAreErased() {
    Project project =
        Project.of(
            """
            package p;
            class A<T extends Number> {
              <U extends Comparable<U>> T most(java.util.List<? extends T> all, U[] other, T... more) { return null; }
            }
            """,
            """
            package p;
            class B {
              Integer use(A<Integer> a) { return a.most(null, new String[0], 1, 2); }
            }
            """);

    Map<String, Object> told = project.around("p.A#most(List, Comparable[], Number[])");

    assertEquals(
        "(Ljava/util/List;[Ljava/lang/Comparable;[Ljava/lang/Number;)Ljava/lang/Number;",
        ((Map<?, ?>) told.get("method")).get("descriptor"));
    assertEquals(List.of("p.B#use(Lp/A;)Ljava/lang/Integer; [3]"), methods(told, "callers"));
    assertEquals(told, project.around("p.A#most(List, U[], T...)"));
  }

  @Test
  void staticImportsLambdasAndMethodReferencesCall() {
    Project project =
        Project.of(
            "package p; public class A { public static int twice(int x) { return 2 * x; } }",
            """
            package q;
            import static p.A.twice;
            import java.util.function.IntUnaryOperator;
            class B {
              int imported() { return twice(1); }
              IntUnaryOperator lambda() {
                return x -> twice(x);
              }
              IntUnaryOperator reference() { return p.A::twice; }
            }
            """,
            """
            package q;
            import static p.A.*;
            class C {
              int demanded() { return twice(3); }
            }
            """);

    assertEquals(
        List.of(
            "q.B#imported()I [5]",
            "q.B#lambda()Ljava/util/function/IntUnaryOperator; [7]",
            "q.B#reference()Ljava/util/function/IntUnaryOperator; [9]",
            "q.C#demanded()I [4]"),
        methods(project.around("p.A#twice(int)"), "callers"));
  }

  @Test
  void codeOfAnonymousAndLocalClassesCountsForTheMethodAroundThem() {
    Project project =
        Project.of(
            """
            package p;
            class A {
              void target() {}
              void around() {
                new Object() {
                  void inner() { target(); }
                };
                class Local {
                  void deep() { target(); }
                }
              }
              Runnable field = () -> target();
              static final Runnable CONSTANT = new Runnable() {
                public void run() { new A().target(); }
              };
              class Member {
                void inMember() { target(); }
              }
            }
            """);

    assertEquals(
        List.of(
            "p.A#around()V [6, 9]",
            "p.A#<init> [12]",
            "p.A#<clinit> [14]",
            "p.A$Member#inMember()V [17]"),
        methods(project.around("p.A#target()"), "callers"));
  }

  @Test
  void constructorsAreCalledByCreationThisSuperAndAnonymousClasses() {
    Project project =
        Project.of(
            """
            package p;
            class A {
              A(int x) {}
              A() { this(1); }
            }
            """,
            """
            package p;
            class B extends A {
              B() {
                super(2);
              }
              A made() { return new A(3); }
              A anonymous() { return new A(4) {}; }
              java.util.function.IntFunction<A> reference() { return A::new; }
            }
            """);

    assertEquals(
        List.of(
            "p.A#<init>()V [4]",
            "p.B#<init>()V [4]",
            "p.B#made()Lp/A; [6]",
            "p.B#anonymous()Lp/A; [7]",
            "p.B#reference()Ljava/util/function/IntFunction; [8]"),
        methods(project.around("p.A#<init>(int)"), "callers"));
  }

  @Test
  void aConstructorOfAnInnerClassHasTheObjectAroundItInItsDescriptor() {
    Project project = Project.of("package p; class A { class B { B(int x) {} } }");

    assertEquals(
        "(Lp/A;I)V",
        ((Map<?, ?>) project.around("p.A$B#<init>(int)").get("method")).get("descriptor"));
  }

  @Test
  void aCallOfAnOverriddenMethodIsOneThroughIt() {
    Project project =
        Project.of(
            "package p; interface Shape { double area(); }",
            "package p; class Circle implements Shape { public double area() { return 1; } }",
            """
            package p;
            class Use {
              double any(Shape s) { return s.area(); }
              double one(Circle c) { return c.area(); }
            }
            """);

    assertEquals(
        List.of("p.Use#any(Lp/Shape;)D [3] through p.Shape", "p.Use#one(Lp/Circle;)D [4]"),
        methods(project.around("p.Circle#area()"), "callers"));
    assertEquals(
        List.of("p.Use#any(Lp/Shape;)D [3]"), methods(project.around("p.Shape#area()"), "callers"));
  }

  @Test
  void calleesAreThoseOfTheProjectWithTheirTexts() {
    Project project =
        Project.of(
            """
            package p;
            class A {
              int f(java.util.List<B> all) {
                all.forEach(B::go);
                return new B().go() + all.size() + g() + f(null);
              }
              private int g() {
                return 1;
              }
            }
            """,
            "package p; class B { int go() { return 2; } }");

    Map<String, Object> told = project.around("p.A#f(List)");

    assertEquals(
        List.of("p.B#go()I [4, 5]", "p.B#<init>()V [5]", "p.A#g()I [5]"), methods(told, "callees"));
    Map<String, Object> go = Project.list(told, "callees").get(0);
    assertEquals("int go() { return 2; }", go.get("source"));
    assertEquals("p/B.java", go.get("file"));
    assertEquals(1, go.get("start_line"));
  }

  @Test
  void privateMethodsAreLookedForInTheirFileAlone() {
    Project project =
        Project.of(
            "package p; class A { private void f() {} void g() { f(); } }",
            "package p; class B { void f() { f(); } }");
    ReadFiles files = project.files();

    Map<String, Object> told = project.told(files, Project.lookedFor("p.A#f()", "p/A.java", 0));

    assertEquals(List.of("p.A#g()V [1]"), methods(Project.list(told, "methods").get(0), "callers"));
    assertEquals(List.of("p/A.java"), files.read().stream().map(BoundFile::path).toList());
  }
}
