package org.refverify.prover.compare;

import static org.refverify.prover.support.Says.notProved;

import org.junit.jupiter.api.Test;

/** What could see a change though all code is alike. */
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
}
