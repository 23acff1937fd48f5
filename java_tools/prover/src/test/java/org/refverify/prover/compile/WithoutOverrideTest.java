package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.refverify.prover.compile.Trees.JAVA;
import static org.refverify.prover.compile.Trees.tree;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;

/** An {@code @Override} is added; its method decides whether the code still compiles. */
class WithoutOverrideTest {
  private static Proof proof(String file, String... others) {
    Map<String, String> after = new TreeMap<>(tree(others).texts());
    Map<String, String> before = new TreeMap<>(after);
    before.put("A.java", file.replace("@Override ", ""));
    after.put("A.java", file);
    return new ChangeProver(ProofBudget.DEFAULT)
        .sources(
            SourceChange.between(new TextTree(before), new TextTree(after)), JAVA, Beliefs.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class A { @Override int f() { return 1; } }",
        "class B { static int f() { return 1; } }"
            + " class A extends B { @Override static int f() { return 2; } }",
        "class A { Object o = new Object() { @Override int f() { return 1; } }; }",
        "record A(int x) { @Override public int y() { return 1; } }",
      })
  void whatOverridesNothingDoesNotCompile(String file) {
    Proof proof = proof(file);
    assertEquals(Outcome.UNRESOLVED, proof.outcome(), proof::toJson);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "record A(int x) implements Comparable<A> { @Override public int x() { return x; }"
            + " @Override public int compareTo(A a) { return 1; } }",
        "interface B<T> { int b(T t); }"
            + " interface A extends B<String> { @Override int b(String s); @Override String"
            + " toString(); }",
        "enum A { X { @Override int g() { return 1; } }; int g() { return 2; } }",
        "class A { Object o = new Thread() { @Override public void run() { } }; }",
        "class A { Runnable r = () -> { class L { @Override public int hashCode() { return 1; } }"
            + " }; }",
      })
  void whatOverridesIsProved(String file) {
    Proof proof = proof(file);
    assertEquals(Outcome.PROVED, proof.outcome(), proof::toJson);
  }

  @Test
  void whatAMissingTypeMayDeclareIsProvedUnderThatAssumption() {
    Proof proof = proof("import lib.Base; class A extends Base { @Override public void f() { } }");
    assertEquals(Outcome.PROVED_ASSUMING_NAMES, proof.outcome(), proof::toJson);
  }

  @Test
  void anAnnotationOfThisNameThatIsTheTreesOwnStays() {
    Proof proof =
        proof(
            "package p; class A { @Override int f() { return 1; } }",
            "p/Override.java",
            "package p; import java.lang.annotation.*;"
                + " @Retention(RetentionPolicy.RUNTIME) @interface Override { }");
    assertEquals(Outcome.NOT_PROVED, proof.outcome(), proof::toJson);
  }
}
