package org.refverify.fuzzer.entry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.Compiled;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;

class MovesTest {
  private static String moves(String before, String after, Renames renames) {
    ClassSet old = Compiled.of(before).set();
    ClassSet fresh = Compiled.of(after).set();
    return Moves.of(old, fresh, Difference.between(old, fresh, renames)).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          class A { static int f(int n) { return n; } } class B {} | class A {} class B { static int f(int n) { return n; } } | {A#f(I)I=B#f(I)I}
          class A { int f(B b) { return 1; } } class B {} | class A {} class B { int f(A a) { return 1; } } | {A#f(LB;)I=B#f(LA;)I}
          class A { int f() { return 1; } } class B {} | class A {} class B { static int f(A a) { return 1; } } | {A#f()I=B#f(LA;)I}
          class A { static int f(int n) { return n; } } class B {} | class A {} class B { static long f(int n) { return n; } } | {}
          class A { static int f(int n) { return n; } } class B {} | class A {} class B { static int f(long n) { return 1; } } | {}
          class A { static int f(int n) { return n; } } class B {} | class A {} class B { static int g(int n) { return n; } } | {}
          class A { static int f(int n) { return n; } } class B {} class C {} | class A {} class B { static int f(int n) { return n; } } class C { static int f(int n) { return n; } } | {}
          """)
  void aMethodMovedIfOnlyOneNewMethodMatches(String before, String after, String moves) {
    assertEquals(moves, moves(before, after, Renames.NONE));
  }

  @Test
  void aRenamedMethodIsKnownByItsRename() {
    MethodName f = new MethodName("A", "f", "(I)I");
    MethodName g = new MethodName("B", "g", "(I)I");
    assertEquals(
        "{A#f(I)I=B#g(I)I}",
        moves(
            "class A { static int f(int n) { return n; } } class B { }",
            "class A { } class B { static int g(int n) { return n; } }",
            new Renames(Map.of(), Map.of(f, g))));
  }

  @Test
  void theValuesOfTheOldCallAreArrangedForTheNewOne() {
    MethodName old = new MethodName("A", "f", "(LB;I)I");
    MethodName fresh = new MethodName("B", "f", "(ILA;)I");
    Entry entry =
        new Entry(old, fresh, Entry.Adapter.RECEIVER_TO_PARAMETER, "A", false, 0, new TreeSet<>());
    Input input = new Input(Literal.NULL, List.of(Literal.NULL, new Literal(1)), 0);
    assertArrayEquals(new int[] {1, 2, 0}, Adapters.positions(entry, input, Renames.NONE));
  }

  @Test
  void valuesThatDoNotMatchHaveNoArrangement() {
    MethodName old = new MethodName("A", "f", "(I)I");
    MethodName fresh = new MethodName("B", "f", "(J)I");
    Entry entry =
        new Entry(old, fresh, Entry.Adapter.STATIC_TO_STATIC, null, false, 0, new TreeSet<>());
    Input input = new Input(null, List.of(new Literal(1)), 0);
    assertArrayEquals(new int[0], Adapters.positions(entry, input, Renames.NONE));
  }

  @ParameterizedTest
  @CsvSource({
    "A$1, true",
    "A$1Local, true",
    "A$1$Inner, true",
    "p.A$B$2, true",
    "A, false",
    "A$B, false",
    "A1$B2, false",
  })
  void aNumberInANameIsThatOfTheCompiler(String name, boolean numbered) {
    assertEquals(numbered, NumberedClasses.isNumbered(name));
  }

  @Test
  void numberedClassesArePairedByTheirContent() {
    String one = "Object o = new Object() { int one() { return 1; } };";
    String two = "Object t = new Object() { int two() { return 2; } };";
    Renames paired =
        NumberedClasses.pair(
            Compiled.of("class A { " + one + two + " }").set(),
            Compiled.of("class A { " + two + one + " }").set(),
            Renames.NONE);
    assertEquals("{A$1=A$2, A$2=A$1}", paired.classes.toString());
  }

  @Test
  void aNumberedClassWhoseNumberAnotherTookHasNoPair() {
    String one = "Object o = new Object() { int one() { return 1; } };";
    String two = "Object t = new Object() { int two() { return 2; } };";
    Renames paired =
        NumberedClasses.pair(
            Compiled.of("class A { " + one + two + " }").set(),
            Compiled.of("class A { " + two + " }").set(),
            Renames.NONE);
    assertEquals("{A$1=A$1$none, A$2=A$1}", paired.classes.toString());
  }

  @Test
  void aFieldThatHidesAnotherIsDeclaredTwice() {
    ClassSet set =
        Compiled.of(
                "class A { int n; int a; } class B extends A { int n; } class C extends B { int c;"
                    + " }")
            .set();
    assertEquals("[n]", HiddenFields.twice(set, "C").toString());
    assertEquals("[]", HiddenFields.twice(set, "A").toString());
    assertEquals("[B, A]", HiddenFields.declaring(set, "C", "n").toString());
    assertEquals("[A]", HiddenFields.declaring(set, "C", "a").toString());
  }

  @Test
  void methodsAreOrderedAndEqualByAllParts() {
    MethodName one = new MethodName("p.A", "f", "(I)V");
    assertEquals("p.A#f(I)V", one.toString());
    assertEquals(one, new MethodName("p.A", "f", "(I)V"));
    assertEquals(one.hashCode(), new MethodName("p.A", "f", "(I)V").hashCode());
    for (MethodName other :
        List.of(
            new MethodName("p.B", "f", "(I)V"),
            new MethodName("p.A", "g", "(I)V"),
            new MethodName("p.A", "f", "(J)V"))) {
      assertEquals(false, one.equals(other));
      assertEquals(true, one.compareTo(other) < 0);
    }
    assertEquals(false, one.equals((Object) "p.A#f(I)V"));
  }
}
