package org.refverify.prover.compare;

import static org.refverify.prover.support.Says.notProved;
import static org.refverify.prover.support.Says.proved;

import org.junit.jupiter.api.Test;

/** Everything outside code is compared too. */
class DeclarationCheckTest {

  @Test
  void anAnnotationDefault() {
    notProved(
        """
        @interface A { int x() default 1; }
        """,
        """
        @interface A { int x() default 2; }
        """);
  }

  @Test
  void aThrowsClause() {
    notProved(
        """
        class A { void a() throws Exception { } }
        """,
        """
        class A { void a() { } }
        """);
  }

  @Test
  void permittedSubclasses() {
    notProved(
        """
        sealed interface A permits A.X, A.Y { final class X implements A { } final class Y implements A { } }
        """,
        """
        sealed interface A permits A.X { final class X implements A { } final class Y { } }
        """);
  }

  @Test
  void recordComponents() {
    notProved(
        """
        record A(int x, int y) { }
        """,
        """
        record A(int y, int x) { }
        """);
  }

  @Test
  void aConstant() {
    notProved(
        """
        class A { static final int K = 1; }
        """,
        """
        class A { static final int K = 2; }
        """);
  }

  @Test
  void aPrivateConstantIsFree() {
    proved(
        """
        class A { int get() { return 60; } }
        """,
        """
        class A { private static final int MINUTE = 60; int get() { return MINUTE; } }
        """);
  }

  @Test
  void aSerialVersion() {
    notProved(
        """
        class A { private static final long serialVersionUID = 1; }
        """,
        """
        class A { private static final long serialVersionUID = 2; }
        """);
  }

  @Test
  void theOrderOfAnEnum() {
    notProved(
        """
        enum A { X, Y }
        """,
        """
        enum A { Y, X }
        """);
  }

  @Test
  void deprecationIsFree() {
    proved(
        """
        class A { void a() { } }
        """,
        """
        class A { @Deprecated void a() { } }
        """);
  }
}
