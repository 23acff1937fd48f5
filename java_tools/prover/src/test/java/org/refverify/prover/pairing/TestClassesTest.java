package org.refverify.prover.pairing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.tree.ClassNode;

/** The new names of a class that the same test runners look for. */
class TestClassesTest {

  @ParameterizedTest
  @CsvSource({
    "p/CalcTest, p/SumTest, true",
    "p/CalcTest, q/CalcTest, true",
    "p/CalcTests, p/SumTests, true",
    "p/CalcIT, p/SumIT, true",
    "p/Calc, p/Sum, true",
    "p/CalcTest, p/CalcChecks, false",
    "p/CalcTest, p/CalcTests, false",
    "p/CalcTest, p/TestCalc, false",
    "p/CalcTest, p/CalcIT, false",
    "p/CalcTest, p/CalcTestCase, false",
    "p/CalcIT, p/CalcITCase, false",
    "p/CalcTest, p/Outer$CalcTest, false",
    "p/CalcTest, p/AbstractCalcTest, false",
    "p/Outer$TestCalc, p/Outer$Calc, false",
    "p/Outer$In, p/Outer$Other, true",
  })
  void aNewName(String old, String now, boolean alike) {
    assertEquals(alike, TestClasses.areFoundAlike(node(old, 0), node(now, 0)));
  }

  @ParameterizedTest
  @CsvSource({"0, 0, true", "1, 1, true", "0, 1, false", "1, 0, false"})
  void aRunnerMayTakePublicClassesAlone(int old, int now, boolean alike) {
    assertEquals(alike, TestClasses.areFoundAlike(node("ATest", old), node("BTest", now)));
  }

  private static ClassNode node(String name, int access) {
    ClassNode node = new ClassNode();
    node.name = name;
    node.access = access;
    return node;
  }
}
