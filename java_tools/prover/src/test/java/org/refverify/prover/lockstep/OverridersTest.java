package org.refverify.prover.lockstep;

import static org.refverify.prover.support.Says.notProved;
import static org.refverify.prover.support.Says.proved;

import org.junit.jupiter.api.Test;

/** New overriders matter only if objects of their class can exist on both sides. */
class OverridersTest {

  @Test
  void anOverriderInANewClassIsNoObstacle() {
    proved(
        """
        class A { void a() { System.out.println(1); } }
        """,
        """
        class A { void a() { h(); } void h() { System.out.println(1); } } class B extends A { void h() { } }
        """);
  }

  @Test
  void anOverriderInAnOldClassIsOne() {
    notProved(
        """
        class A { void a() { System.out.println(1); } } class B extends A { void h() { } }
        """,
        """
        class A { void a() { h(); } void h() { System.out.println(1); } } class B extends A { void h() { } }
        """);
  }

  @Test
  void anObjectOfTheNewClassIsNotMatched() {
    notProved(
        """
        class A { void a() { System.out.println(1); } static A make() { return new A(); } }
        """,
        """
        class A { void a() { h(); } void h() { System.out.println(1); } static A make() { return new B(); } } class B extends A { void h() { } }
        """);
  }

  @Test
  void anInheritedMethodThatOverridesADefaultIsOne() {
    notProved(
        """
        interface I { default void a() { System.out.println(1); } } class P { public void h() { } } class C extends P implements I { }
        """,
        """
        interface I { default void a() { h(); } default void h() { System.out.println(1); } } class P { public void h() { } } class C extends P implements I { }
        """);
  }

  @Test
  void aMethodAddedToAClassBeatsADefault() {
    notProved(
        """
        interface I { default void h() { System.out.println(1); } } class P { } class C extends P implements I { }
        """,
        """
        interface I { default void h() { System.out.println(1); } } class P { public void h() { System.out.println(2); } } class C extends P implements I { }
        """);
  }
}
