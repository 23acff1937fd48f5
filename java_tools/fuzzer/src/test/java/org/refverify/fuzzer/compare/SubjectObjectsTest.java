package org.refverify.fuzzer.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.refverify.fuzzer.Compiled;
import org.refverify.fuzzer.entry.Renames;

/** Objects of two versions' own classes. */
class SubjectObjectsTest {
  private static GraphWriter old(Compiled one) {
    return Graphs.writer(one, one, Renames.NONE, false);
  }

  private static String text(Compiled one, String name) {
    return Graphs.text(old(one), Graphs.made(one.load(name)));
  }

  @Test
  void fieldsOfEveryTypeAreWritten() {
    Compiled one =
        Compiled.of(
            """
            class A {
              boolean z = true; byte b = 1; char c = 'c'; short s = 2; int i = 3; long j = 4;
              float f = 0.5f; double d = 1.5; String t = "t"; int[] a = {1}; Object n;
              static int never = 9; transient int also = 5;
            }
            """);
    assertEquals(
        "A{a=int[][1], also=5, b=(byte) 1, c='c', d=1.5d, f=0.5f, i=3, j=4L, n=null,"
            + " s=(short) 2, t=\"t\", z=true}",
        text(one, "A"));
  }

  @Test
  void fieldsOfTheSuperclassAreWrittenToo() {
    Compiled one = Compiled.of("class A { int n = 1; } class B extends A { int m = 2; }");
    assertEquals("B{m=2, n=1}", text(one, "B"));
  }

  @Test
  void aHidingFieldHasTheNameOfItsClass() {
    Compiled one = Compiled.of("class A { int n = 1; } class B extends A { int n = 2; }");
    assertEquals("B{A.n=1, B.n=2}", text(one, "B"));
  }

  @Test
  void aClassThatExtendsAContainerHasItsContent() {
    Compiled one =
        Compiled.of("class A extends java.util.ArrayList<Integer> { int n = 1; { add(7); } }");
    assertEquals("A{n=1, content=list[7]}", text(one, "A"));
  }

  @Test
  void anOverriddenReaderOfAContainerIsNotCalled() {
    Compiled one =
        Compiled.of(
            """
            class A extends java.util.ArrayList<Integer> {
              { add(7); }
              public java.util.Iterator<Integer> iterator() { throw new IllegalStateException(); }
            }
            """);
    assertEquals("A{}", text(one, "A"));
  }

  @Test
  void anEnumConstantIsItsName() {
    Compiled one = Compiled.of("enum E { X { int n() { return 1; } }; int n() { return 0; } }");
    assertEquals("E.X", Graphs.text(old(one), one.load("E").getEnumConstants()[0]));
  }

  @Test
  void aLambdaIsNamedAfterItsInterface() {
    Compiled one =
        Compiled.of(
            "class A { Runnable r = () -> { }; java.util.function.IntSupplier s = () -> 1; }");
    assertEquals(
        "A{r=some<java.lang.Runnable>, s=some<java.util.function.IntSupplier>}", text(one, "A"));
  }

  @Test
  void anAnonymousClassThatOnlyOneVersionHasIsNamedAfterItsSupertypes() {
    Compiled old = Compiled.of("class A { Object o = new Runnable() { public void run() { } }; }");
    Compiled fresh = Compiled.of("class A { Object o = null; }");
    GraphWriter writer = Graphs.writer(old, fresh, Renames.NONE, false);
    assertEquals(
        "A{o=some<java.lang.Runnable>{}}", Graphs.text(writer, Graphs.made(old.load("A"))));
  }

  @Test
  void anAnonymousClassOfAnotherShapeIsAnotherClass() {
    Compiled old = Compiled.of("class A { Object o = new Object() { int n = 1; void f() { } }; }");
    Compiled fresh =
        Compiled.of("class A { Object o = new Object() { int n = 1; void g() { } }; }");
    GraphWriter writer = Graphs.writer(old, fresh, Renames.NONE, false);
    assertEquals("A{o=some<>{}}", Graphs.text(writer, Graphs.made(old.load("A"))));
  }

  @Test
  void staticFieldsThatBothVersionsHaveAreWritten() {
    Compiled old =
        Compiled.of(
            "class A { static int n = 1; static String gone = \"x\"; static int typed; int o; }");
    Compiled fresh = Compiled.of("class A { static int n = 1; static long typed; int o; }");
    GraphWriter writer = Graphs.writer(old, fresh, Renames.NONE, false);
    writer.begin(true);
    writer.writeStatics(old.load("A"));
    assertEquals("static A{n=1}", writer.text());
  }

  @Test
  void aFieldOfARenamedTypeIsCompared() {
    Compiled old = Compiled.of("class A { B b = new B(); } class B { int n = 1; }");
    Compiled fresh = Compiled.of("class A { C b = new C(); } class C { int n = 1; }");
    Renames renames = new Renames(Map.of("B", "C"), Map.of());
    assertEquals(
        "A{b=B{n=1}}",
        Graphs.text(Graphs.writer(old, fresh, renames, true), Graphs.made(fresh.load("A"))));
    assertEquals(
        Graphs.hash(Graphs.writer(old, fresh, renames, false), Graphs.made(old.load("A"))),
        Graphs.hash(Graphs.writer(old, fresh, renames, true), Graphs.made(fresh.load("A"))));
  }

  @Test
  void theClassAndTheOwnFieldsOfAnExceptionCount() throws Exception {
    Compiled one =
        Compiled.of(
            """
            class Bad extends RuntimeException {
              final int code;
              Bad() { super("m"); code = 7; }
              public String getMessage() { throw new IllegalStateException(); }
            }
            """);
    GraphWriter writer = old(one);
    Throwable bad = (Throwable) Graphs.made(one.load("Bad"));
    writer.begin(true);
    writer.writeThrown(bad);
    assertEquals("Bad{code=7}", writer.text());
    writer.writeMessages(bad);
    assertEquals("Bad", writer.text());
  }

  @Test
  void aCycleOfCausesEnds() {
    Exception one = new Exception("one");
    Exception other = new Exception("other", one);
    one.initCause(other);
    GraphWriter writer = Graphs.writer();
    writer.begin(true);
    writer.writeMessages(one);
    assertTrue(
        writer.text().startsWith("java.lang.Exception\"one\", cause=java.lang.Exception\"other\""));
    assertTrue(writer.text().length() < 1000);
  }

  @Test
  void aDeepGraphIsCutAtADepth() {
    Object[] deep = {};
    for (int i = 0; i < 400; i++) {
      deep = new Object[] {deep};
    }
    assertTrue(Graphs.text(deep).contains("<too deep>"));
  }

  @Test
  void aLargeGraphIsCutAtASize() {
    Integer[] large = new Integer[60_000];
    Arrays.fill(large, 1);
    long cut = Graphs.hash(large);
    large[59_999] = 2;
    assertEquals(cut, Graphs.hash(large));
    large[100] = 2;
    assertNotEquals(cut, Graphs.hash(large));
  }

  @SuppressWarnings("UnnecessaryStringBuilder") // Subjects use it.
  @Test
  void theRootsOfOneRunShareTheirObjects() {
    Object shared = new StringBuilder("a");
    GraphWriter writer = Graphs.writer();
    writer.begin(true);
    writer.write(shared);
    writer.write(new Object[] {shared});
    assertEquals("java.lang.Object[][same as #0.0]", writer.text());
    writer.begin(true);
    writer.write(new Object[] {shared});
    assertEquals("java.lang.Object[][java.lang.StringBuilder(\"a\")]", writer.text());
  }
}
