package org.refverify.references;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TestBindingsTest {

  @Test
  void aStaticMethodInAMainSupertypeTakesAnAssertionsPlace() {
    String before =
        """
        // p/Base.java
        package p;
        public class Base {}
        // test/p/ATest.java
        package p;
        import static org.junit.jupiter.api.Assertions.*;
        public class ATest extends Base { void x() { assertEquals(1, 2); } }
        """;
    String after =
        before.replace("Base {}", "Base { public static void assertEquals(int a, int b) {} }");

    assertEquals(
        List.of(
            "binding: org.junit.jupiter.api.Assertions.assertEquals(int, int) was meant, now"
                + " p.Base.assertEquals(int, int) at p/ATest.java:3"),
        Sides.refused(before, after));
  }

  @Test
  void aNestedClassInAMainInterfaceTakesAClassesPlace() {
    String before =
        """
        // p/Face.java
        package p;
        public interface Face {}
        // test/p/ATest.java
        package p;
        import org.junit.jupiter.api.Assertions;
        public class ATest implements Face { void x() { Assertions.assertTrue(false); } }
        """;
    String nested = "Face { class Assertions { public static void assertTrue(boolean b) {} } }";
    String after = before.replace("Face {}", nested);

    assertEquals(
        List.of(
            "binding: org.junit.jupiter.api.Assertions.assertTrue(boolean) was meant, now"
                + " p.Face$Assertions.assertTrue(boolean) at p/ATest.java:3"),
        Sides.refused(before, after));
  }

  @Test
  void aClassOfTheSamePackageTakesAnImportedOnesPlace() {
    String before =
        """
        // p/A.java
        package p;
        public class A {}
        // test/p/ATest.java
        package p;
        import org.junit.jupiter.api.*;
        public class ATest { void x() { Assertions.assertTrue(false); } }
        """;
    String after =
        before
            + "// p/Assertions.java\n"
            + "package p;\n"
            + "class Assertions { static void assertTrue(boolean b) {} }\n";

    assertEquals(
        List.of(
            "binding: org.junit.jupiter.api.Assertions.assertTrue(boolean) was meant, now"
                + " p.Assertions.assertTrue(boolean) at p/ATest.java:3"),
        Sides.refused(before, after));
  }

  @Test
  void aNearerOverloadIsAnotherBinding() {
    String before =
        """
        // A.java
        public class A { static int f(Object o) { return 1; } }
        // test/ATest.java
        public class ATest { int x() { return A.f("s"); } }
        """;
    String after = before.replace("A { static", "A { static int f(String s) { return 2; } static");

    assertEquals(
        List.of(
            "binding: A.f(java.lang.Object) was meant, now A.f(java.lang.String) at ATest.java:1"),
        Sides.refused(before, after));
  }

  @Test
  void twoNamesThatChangePlacesAreSeen() {
    String before =
        """
        // A.java
        public class A { static int f(int i) { return 1; } static int f(Object l) { return 1; } }
        // test/ATest.java
        public class ATest { int x() { return A.f(1) + A.f((Object) "l"); } }
        """;
    String after =
        before.replace("static int f(int i) { return 1; }", "static int f(long i) { return 1; }");

    assertEquals(
        List.of("binding: A.f(int) was meant, now A.f(long) at ATest.java:1"),
        Sides.refused(before, after));
  }

  @Test
  void aMethodThatHidesAnInheritedAssertionChangesNoClassFileOfTests() {
    String before =
        """
        // Base.java
        public class Base extends org.junit.jupiter.api.Assertions {}
        // test/ATest.java
        public class ATest extends Base { void x() { assertTrue(false); } }
        """;
    String after =
        before.replace(
            "Assertions {}", "Assertions { public static void assertTrue(boolean b) {} }");

    assertEquals(
        List.of(
            "reference test-framework: org.junit.jupiter.api.Assertions.assertTrue(boolean) at"
                + " Base.java:1"),
        Sides.refused(before, after));
  }

  @Test
  void aMethodMayBePulledUp() {
    String before =
        """
        // Base.java
        public class Base {}
        // A.java
        public class A extends Base { public static int f() { return 1; } int g() { return 2; } }
        // test/ATest.java
        import static java.util.Objects.*;
        public class ATest { int x() { return A.f() + new A().g(); } }
        """;
    String after =
        """
        // Base.java
        public class Base { public static int f() { return 1; } int g() { return 2; } }
        // A.java
        public class A extends Base {}
        // test/ATest.java
        import static java.util.Objects.*;
        public class ATest { int x() { return A.f() + new A().g(); } }
        """;

    assertEquals(List.of(), Sides.differences(before, after));
  }

  @Test
  void aStaticallyImportedMethodMayBePulledUp() {
    String before =
        """
        // p/Base.java
        package p;
        public class Base {}
        // p/A.java
        package p;
        public class A extends Base { public static int f() { return 1; } }
        // test/p/ATest.java
        package p;
        import static p.A.f;
        public class ATest { int x() { return f(); } }
        """;
    String after =
        before
            .replace("Base {}", "Base { public static int f() { return 1; } }")
            .replace("Base { public static int f() { return 1; } }\n// test", "Base {}\n// test");

    assertEquals(List.of(), Sides.differences(before, after));
  }

  private static final String CALLED =
      """
      // A.java
      public class A {
        public int two() { return 2; }
        public static int three() { return 3; }
      }
      // test/ATest.java
      public class ATest {
        int x() { java.util.function.IntSupplier s = new A()::two; return new A().two(); }
      }
      """;

  @Test
  void aTestMayFollowTheNewNameOfTheMethodThatWasToBeRenamed() {
    String after = CALLED.replace("two()", "pair()").replace("::two", "::pair");

    assertEquals(List.of(), Sides.refusedThoughFollowed(CALLED, after, "two", "pair"));
  }

  @Test
  void anotherNameIsAnotherBinding() {
    String after = CALLED.replace("two()", "pair()").replace("::two", "::pair");

    assertEquals(
        List.of("binding: A.two() was meant, now A.pair() at ATest.java:2"),
        Sides.refusedThoughFollowed(CALLED, after, "two", "twin"));
  }

  @Test
  void aNameThatMeantSomethingBeforeIsNoNewName() {
    String before = CALLED.replace("static int three()", "int pair()");
    String after = before.replace("int two()", "int gone()");
    after = after.replace("A().two()", "A().pair()").replace("::two", "::pair");

    assertEquals(
        List.of("binding: A.two() was meant, now A.pair() at ATest.java:2"),
        Sides.refusedThoughFollowed(before, after, "two", "pair"));
  }

  @Test
  void aNewNameThatATestsOwnSubclassHasWouldRunThat() {
    String before =
        CALLED + "// test/Fake.java\nclass Fake extends A { int pair() { return 2; } }\n";
    String open = before.replace("int pair()", "public int pair()");
    String after = open.replace("int two()", "int pair()").replace("A().two()", "A().pair()");

    assertEquals(
        List.of("binding: A.two() was meant, now A.pair() at ATest.java:2"),
        Sides.refusedThoughFollowed(open, after.replace("::two", "::pair"), "two", "pair"));
  }

  @Test
  void aMethodThatStaysWasNotRenamed() {
    String after =
        CALLED
            .replace("static int three()", "int pair()")
            .replace("A().two()", "A().pair()")
            .replace("::two", "::pair");

    assertEquals(
        List.of("binding: A.two() was meant, now A.pair() at ATest.java:2"),
        Sides.refusedThoughFollowed(CALLED, after, "two", "pair"));
  }

  @Test
  void anAssertionOfALibraryIsNeverRenamed() {
    String before =
        """
        // Base.java
        public class Base extends org.junit.jupiter.api.Assertions {}
        // test/ATest.java
        public class ATest extends Base { void x() { assertTrue(false); } }
        """;
    String after =
        before
            .replace("Assertions {}", "Assertions { public static void holds(boolean b) {} }")
            .replace("assertTrue(false)", "holds(false)");

    assertEquals(
        List.of(
            "binding: org.junit.jupiter.api.Assertions.assertTrue(boolean) was meant, now"
                + " Base.holds(boolean) at ATest.java:1",
            "binding: more than the call differs at ATest.java:0"),
        Sides.refusedThoughFollowed(before, after, "assertTrue", "holds"));
  }

  private static final String MOVED =
      """
      // A.java
      public class A {
        public static int two(int i) { return 2 + i; }
      }
      // B.java
      public class B {
        public static final int EXPECTED = 4;
      }
      // C.java
      public class C {
        public static final int EXPECTED = 3;
        public static class Inner {}
      }
      // test/ATest.java
      public class ATest {
        java.util.function.IntUnaryOperator s = A::two;
        boolean x() { return A.two(1) == C.EXPECTED; }
      }
      """;
  private static final String TWO = "  public static int two(int i) { return 2 + i; }\n";

  private static String moved(String from, String into, String name) {
    String there = TWO.replace("two", name);
    return from.replace(TWO, "")
        .replace("class " + into + " {\n", "class " + into + " {\n" + there)
        .replace("A.two(", into + "." + name + "(")
        .replace("A::two", into + "::" + name);
  }

  @Test
  void aTestMayFollowAStaticMethodToItsNewClass() {
    String after = moved(MOVED, "B", "two");

    assertEquals(List.of(), Sides.refusedThoughFollowed(MOVED, after, "two", "two"));
  }

  @Test
  void aTestMayFollowAStaticMethodIntoANestedClass() {
    String after =
        moved(MOVED, "B", "two")
            .replace(TWO, "")
            .replace("class Inner {", "class Inner { " + TWO)
            .replace("B.two(", "C.Inner.two(")
            .replace("B::two", "C.Inner::two");

    assertEquals(List.of(), Sides.refusedThoughFollowed(MOVED, after, "two", "two"));
  }

  @Test
  void aTestMayFollowAMethodThatMovesAndIsRenamed() {
    String after = moved(MOVED, "B", "pair");

    assertEquals(List.of(), Sides.refusedThoughFollowed(MOVED, after, "two", "pair"));
    assertEquals(
        List.of(
            "binding: A.two(int) was meant, now B.pair(int) at ATest.java:2",
            "binding: A.two(int) was meant, now B.pair(int) at ATest.java:3"),
        Sides.refusedThoughFollowed(MOVED, after, "two", "twin"));
  }

  @Test
  void anotherMethodThatWasThereAllTheTimeIsNotFollowed() {
    String before =
        MOVED.replace("class B {", "class B {\n  public static int pair(int i) { return 3; }");
    String after =
        before.replace(TWO, "").replace("A.two(", "B.pair(").replace("A::two", "B::pair");

    assertEquals(
        List.of(
            "binding: A.two(int) was meant, now B.pair(int) at ATest.java:2",
            "binding: A.two(int) was meant, now B.pair(int) at ATest.java:3"),
        Sides.refusedThoughFollowed(before, after, "two", "pair"));
  }

  @Test
  void aConstantOfAnotherClassIsMoreThanTheCall() {
    String after = moved(MOVED, "B", "two").replace("C.EXPECTED", "B.EXPECTED");

    assertEquals(
        List.of("binding: more than the call differs at ATest.java:0"),
        Sides.refusedThoughFollowed(MOVED, after, "two", "two"));
  }

  @Test
  void anotherReceiverIsMoreThanTheCall() {
    String before =
        """
        // A.java
        public class A { public int two() { return 2; } }
        // B.java
        public class B {}
        // test/ATest.java
        public class ATest { int x(A a, B b) { return a.two(); } }
        """;
    String after =
        before
            .replace("A { public int two() { return 2; } }", "A {}")
            .replace("class B {}", "class B { public int two() { return 2; } }")
            .replace("a.two()", "b.two()");

    assertEquals(
        List.of("binding: more than the call differs at ATest.java:0"),
        Sides.refusedThoughFollowed(before, after, "two", "two"));
  }

  @Test
  void aCallOnATestsOwnSubclassMayFollow() {
    String before =
        CALLED
                .replace("class ATest {", "class ATest extends A {")
                .replace("new A()::two", "this::two")
                .replace("new A().two()", "new Own().two()")
            + """
            // test/Own.java
            class Own extends A {}
            """;
    String after = before.replace("two()", "pair()").replace("::two", "::pair");

    assertEquals(List.of(), Sides.refusedThoughFollowed(before, after, "two", "pair"));
  }

  @Test
  void aTestMayFollowAStaticMethodFromAnInterfaceIntoAClass() {
    String before = MOVED.replace("class A {", "interface A {");
    String after = moved(before, "B", "two");

    assertEquals(List.of(), Sides.refusedThoughFollowed(before, after, "two", "two"));
  }

  @Test
  void aFollowerBringsNoClassAlong() {
    String after = moved(MOVED, "B", "two");

    assertEquals(
        List.of("binding: more than the call differs at ATest.java:0"),
        Sides.refusedThoughFollowed(MOVED, after + "class Brought {}\n", "two", "two"));
  }

  @Test
  void aFollowerIsKnownByItsFileWhateverFolderItStandsIn() {
    String before = inPackage(MOVED);
    String after = inPackage(moved(MOVED, "B", "two").replace("C.EXPECTED", "B.EXPECTED"));

    assertEquals(
        List.of("binding: more than the call differs at other/ATest.java:0"),
        Sides.refusedThoughFollowed(before, after, "two", "two"));
  }

  private static String inPackage(String text) {
    return text.replace("// ", "// other/")
        .replace("other/test/", "test/other/")
        .replaceAll("(?m)^(// .*)$", "$1\npackage other;");
  }

  @Test
  void twoMethodsThatATestComparesBecomeNoSingleOne() {
    String before =
        MOVED
            .replace("class C {\n", "class C {\n  public static int two(int i) { return i + 2; }\n")
            .replace("C.EXPECTED", "C.two(1)");
    String apart =
        moved(before, "B", "two")
            .replace(
                "static class Inner {",
                "static class Inner { public static int two(int i) { return i + 2; }");
    apart =
        apart.replace("class C {\n  public static int two(int i) { return i + 2; }", "class C {");
    String together = apart.replace("C.two(1)", "B.two(1)");

    assertEquals(
        List.of(),
        Sides.refusedThoughFollowed(
            before, apart.replace("C.two(1)", "C.Inner.two(1)"), "two", "two"));
    assertEquals(
        List.of("binding: C.two(int) was meant, now B.two(int) at ATest.java:3"),
        Sides.refusedThoughFollowed(before, together, "two", "two"));
  }

  @Test
  void aLambdaAndASerializableReferenceMayFollow() {
    String before =
        """
        // Fn.java
        public interface Fn { int two(int i); }
        // A.java
        public class A { public static int own(int i) { return i; } }
        // test/ATest.java
        public class ATest {
          Fn fn = i -> i;
          java.util.function.IntUnaryOperator s =
              (java.util.function.IntUnaryOperator & java.io.Serializable) fn::two;
          int x() { return fn.two(1); }
        }
        """;
    String after = before.replace("two(", "pair(").replace("::two", "::pair");

    assertEquals(List.of(), Sides.refusedThoughFollowed(before, after, "two", "pair"));
  }

  @Test
  void anEditedTestMayBeBoundAnew() {
    String before =
        """
        // A.java
        public class A { static int f() { return 1; } }
        // test/ATest.java
        public class ATest { int x() { return A.f(); } }
        """;
    String after = before.replace("f()", "g()");

    assertEquals(List.of(), Sides.refused(before, after, "src/test/java/ATest.java"));
  }

  @Test
  void anAnnotationTypeOfMainCodeMayWearNothingNew() {
    String before =
        """
        // Slow.java
        @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
        public @interface Slow {}
        // test/ATest.java
        @Slow public class ATest {}
        """;
    String after =
        before.replace("public @interface", "@org.junit.jupiter.api.Tag(\"x\") public @interface");

    assertEquals(
        List.of(
            "annotation: @org.junit.jupiter.api.Tag on @Slow at Slow.java:0",
            "reference test-framework: org.junit.jupiter.api.Tag at Slow.java:0"),
        Sides.refused(before, after));
  }

  @Test
  void aNewClassMayNotTakeALibrarysName() {
    String before =
        """
        // org/opentest4j/Own.java
        package org.opentest4j;
        public class Own {}
        """;
    String after =
        before
            + "// org/opentest4j/AssertionFailedError.java\npackage org.opentest4j;\n"
            + "public class AssertionFailedError {}\n";

    assertEquals(
        List.of(
            "shadow: org.opentest4j.AssertionFailedError at"
                + " org/opentest4j/AssertionFailedError.java:0"),
        Sides.refused(before, after));
  }
}
