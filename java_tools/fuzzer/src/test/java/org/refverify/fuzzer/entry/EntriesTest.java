package org.refverify.fuzzer.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.fuzzer.Compiled;

class EntriesTest {
  static Stream<Arguments> versions() {
    return Stream.of(
        arguments(
            "open ones first, then the nearest; who does not reach the change is none",
            """
            class A {
              int far(int n) { return near(n); }
              int near(int n) { return hidden(n); }
              private int hidden(int n) { return n + 1; }
              int other() { return 0; }
            }
            """,
            """
            class A {
              int far(int n) { return near(n); }
              int near(int n) { return hidden(n); }
              private int hidden(int n) { return 1 + n; }
              int other() { return 0; }
            }
            """,
            List.of(
                "open 1 A#near(I)I on A", "open 2 A#far(I)I on A", "hidden 0 A#hidden(I)I on A")),
        arguments(
            "an inherited method is called on every class that has it",
            """
            abstract class A { int f() { return 1; } }
            class B extends A {}
            class C extends A { int f() { return 3; } }
            class D extends B {}
            """,
            """
            abstract class A { int f() { return 2; } }
            class B extends A {}
            class C extends A { int f() { return 3; } }
            class D extends B {}
            """,
            List.of("open 0 A#f()I on B", "open 0 A#f()I on D")),
        arguments(
            "a method that comes to override one of Object is reached through foreign code",
            """
            class A {
              String told() { return "a"; }
              boolean known(Object o) { return o.toString().isEmpty(); }
              String joined() { return "<" + this; }
              String valued() { return String.valueOf(this); }
              int sized(java.util.List<?> all) { return all.toString().length(); }
              int other(String s) { return s.length(); }
            }
            """,
            """
            class A {
              public String toString() { return "a"; }
              boolean known(Object o) { return o.toString().isEmpty(); }
              String joined() { return "<" + this; }
              String valued() { return String.valueOf(this); }
              int sized(java.util.List<?> all) { return all.toString().length(); }
              int other(String s) { return s.length(); }
            }
            """,
            List.of(
                "open 1 A#joined()Ljava/lang/String; on A",
                "open 1 A#known(Ljava/lang/Object;)Z on A",
                "open 1 A#sized(Ljava/util/List;)I on A",
                "open 1 A#valued()Ljava/lang/String; on A")),
        arguments(
            "a static method that moved to another class",
            """
            class A { static int f(int n) { return n; } }
            class B {}
            """,
            """
            class A {}
            class B { static int f(int n) { return n; } }
            """,
            List.of("open 0 A#f(I)I -> B#f(I)I STATIC_TO_STATIC on null")),
        arguments(
            "a method that moved to its parameter's class",
            """
            class A { int f(B b) { return b.n; } }
            class B { int n; }
            """,
            """
            class A {}
            class B { int n; int f(A a) { return n; } }
            """,
            List.of("open 0 A#f(LB;)I -> B#f(LA;)I RECEIVER_TO_PARAMETER on A")),
        arguments(
            "a constructor of a class that can be made",
            "class A { int n; A(int n) { this.n = n; } }",
            "class A { int n; A(int n) { this.n = n + 1; } }",
            List.of("open 0 A#<init>(I)V on null")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("versions")
  void tellsThroughWhatAChangeCanBeSeen(
      String what, String before, String after, List<String> expected) {
    Entries entries = between(before, after);
    assertEquals(expected, entries.list.stream().map(EntriesTest::line).toList());
    assertNull(entries.reason);
  }

  @Test
  void saysWhyThereIsNone() {
    assertEquals(
        "no method's byte code differs",
        between("class A { int f() { return 1; } }", "class A { int f() { return 1; } }").reason);
    assertEquals(
        "no method that both versions have reaches A#g()V",
        between("class A { }", "class A { void g() { } }").reason);
  }

  @Test
  void everyMethodThatCanBeCalledIsOneWhereIdenticalCodeRuns() {
    Entries all =
        Entries.everything(
            Compiled.of(
                    """
                    abstract class A {
                      abstract int none();
                      private int hidden() { return 0; }
                      static int f() { return 0; }
                    }
                    enum E { ONE; int g() { return 0; } }
                    """)
                .set());
    assertEquals(
        List.of("open 0 A#f()I on null", "open 0 E#g()I on E"),
        all.list.stream().map(EntriesTest::line).toList());
  }

  private static Entries between(String before, String after) {
    ClassSet old = Compiled.of(before).set();
    ClassSet fresh = Compiled.of(after).set();
    Difference difference = Difference.between(old, fresh, Renames.NONE);
    return Entries.changed(old, fresh, Renames.NONE, difference);
  }

  private static String line(Entry entry) {
    String adapted =
        entry.adapter == Entry.Adapter.SAME ? "" : " -> " + entry.fresh + " " + entry.adapter;
    return (entry.hidden ? "hidden " : "open ")
        + (entry.distance + " " + entry.old + adapted + " on " + entry.receiver);
  }
}
