package org.refverify.prover.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.refverify.prover.support.Says.notProved;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.refverify.prover.support.Compiled;
import org.refverify.prover.verdict.Outcome;

/** Ways to notice a change although all code behaves the same. */
class ConditionsTest {

  @Test
  void aPrivateMethodThatBecomesVisibleAndIsOverridden() {
    notProved(
        """
        class A { void a() { m(); } private void m() { } } class B extends A { void m() { System.out.println(); } }
        """,
        """
        class A { void a() { m(); } void m() { } } class B extends A { void m() { System.out.println(); } }
        """);
  }

  @Test
  void aRemovedPublicMethodThatOthersCouldOverride() {
    notProved(
        """
        public class A { public void a() { m(); } public void m() { System.out.println(); } }
        """,
        """
        public class A { public void a() { System.out.println(); } }
        """);
  }

  @Test
  void aPlatformMember() {
    notProved(
        """
        class A implements java.io.Serializable { private static final long serialVersionUID = 1; private Object readResolve() { return this; } }
        """,
        """
        class A implements java.io.Serializable { private static final long serialVersionUID = 1; Object readResolve() { return this; } }
        """);
  }

  @Test
  void aDefaultSerialVersion() {
    notProved(
        """
        class A implements java.io.Serializable { void a() { System.out.println(); } }
        """,
        """
        class A implements java.io.Serializable { void a() { h(); } void h() { System.out.println(); } }
        """);
  }

  @Test
  void aMethodThatIsFoundByItsAnnotation() {
    notProved(
        """
        class A { void a() { } }
        """,
        """
        class A { void a() { } @FunctionalI void h() { } @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface FunctionalI { } }
        """);
  }

  @Test
  void anInheritedMethodThatNowMeansAnother() {
    notProved(
        """
        class P { void m() { System.out.println(1); } } class A extends P { }
        """,
        """
        class P { void m() { System.out.println(1); } } class A extends P { void m() { System.out.println(2); } }
        """);
  }

  /** Without nest mates, a nested class reaches a private member through a method that counts. */
  @Test
  void aDefaultSerialVersionOfAClassThatMayBeCompiledForAnOlderJava() {
    String old =
        "class A implements java.io.Serializable { private int x;"
            + " static class In { int f(A a) { return 1 + 1; } } }";
    String now =
        "class A implements java.io.Serializable { private int x; private static int two() { return"
            + " 2; } static class In { int f(A a) { return two(); } } }";

    assertEquals(Outcome.NOT_PROVED, outcome(old, now, 11));
    assertEquals(Outcome.PROVED, outcome(old, now, 17));
  }

  private static Outcome outcome(String old, String now, int java) {
    return Compiled.prove(Map.of("A.java", old), Map.of("A.java", now), java).outcome();
  }
}
