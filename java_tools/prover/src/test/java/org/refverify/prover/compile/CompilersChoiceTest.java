package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.refverify.prover.compile.Trees.JAVA;
import static org.refverify.prover.compile.Trees.tree;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;

/** Code that another compiler may translate differently, although both follow the language. */
class CompilersChoiceTest {
  private static final String CONSTANTS =
      "class K { static final double D = 2.0E23; static final String V = \"v\" + D;"
          + " static final String W = \"v2.0E23\"; }";

  private static Outcome outcome(TextTree before, TextTree after) {
    SourceChange change = SourceChange.between(before, after);
    Proof proof = new ChangeProver(ProofBudget.DEFAULT).sources(change, JAVA, Beliefs.NONE);
    return proof.outcome();
  }

  private static Outcome returning(String old, String now) {
    String text = "class A { static String f(String s) { return %s; } }";
    return outcome(
        tree("K.java", CONSTANTS, "A.java", text.formatted(old)),
        tree("K.java", CONSTANTS, "A.java", text.formatted(now)));
  }

  /** Java 19 prints some numbers with fewer digits than earlier versions. */
  @ParameterizedTest
  @CsvSource({
    "'\"v\" + 2.0E23', '\"v2.0E23\"'",
    "'\"v\" + K.D', '\"v2.0E23\"'",
    "'K.V', '\"v2.0E23\"'",
    "'K.V + 1', '\"v2.0E231\"'",
    "'(false ? s : \"v\" + (double) 2.0E23f)', '\"v1.9999999556392617E23\"'",
    "'s + \"v\" + 1.1E10f', 's + \"v1.1E10\"'",
    "'s + 1.1E10 + \"v\"', 's + \"1.1E10v\"'",
  })
  void theDigitsOfANumberAreThoseOfTheJavaThatCompiles(String old, String now) {
    assertNotEquals(Outcome.PROVED, returning(old, now));
    assertNotEquals(Outcome.PROVED, returning(now, old));
  }

  @ParameterizedTest
  @CsvSource({
    "'\"v\" + 2.0 + -13f', '\"v2.0-13.0\"'",
    "'K.W', '\"v2.0E23\"'",
    "'\"v\" + 7 + 2L', '\"v72\"'",
  })
  void aWholeNumberHasTheSameDigitsForAll(String old, String now) {
    assertEquals(Outcome.PROVED, returning(old, now));
  }

  @Test
  void noFileIsFollowedWhoseDigitsMayBeOthers() {
    String user = "class A { static String f() { return %s; } %s }";
    String lib = "class L { static String v() { int fresh; return \"v\" + %s; } }";
    String old = user.formatted("L.v()", "");
    String now = user.formatted("\"v%s\"", "void fresh() { }");
    for (String number : new String[] {"2.0E23", "2.0"}) {
      Outcome outcome =
          outcome(
              tree("L.java", lib.formatted(number), "A.java", old),
              tree("L.java", lib.formatted(number), "A.java", now.formatted(number)));
      assertEquals(number.equals("2.0"), outcome == Outcome.PROVED);
    }
  }

  /** How often, and when, a switch calls the accessors of a record is the compiler's choice. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "record R(Object x) { public Object x() { System.out.println(1); return x; } }",
        "record R(Object x) { }",
        "record R(I x) { } interface I { } record J(int y) implements I"
            + " { public int y() { System.out.println(1); return y; } }"
            + " record Integer(int y) implements I { } record String(int y) implements I { }",
      })
  void accessorsOfRecordsInASwitch(String record) {
    assumeTrue(Runtime.version().feature() >= 21);
    String cases =
        record.contains("J(")
            ? "case R(J(int a)) -> 1; case R(J(int b)) -> 2;"
            : "case R(String a) -> 1; case R(Integer b) -> 2;";
    cases = cases.replace("case R(J(int b))", "case R(J(int b)) when b == 1 ");
    cases = cases.replace("case R(J(int a))", "case R(J(int a)) when a == 2 ");
    String text =
        "class A { %s static int f(Object o) { %s; return switch (o) { %s default -> 3; }; } %s }";
    String old = text.formatted(record, "System.out.println(7)", cases, "");
    String now =
        text.formatted(record, "g()", cases, "private static void g() { System.out.println(7); }");

    boolean proved = !record.contains("println");
    assertEquals(proved, outcome(tree("A.java", old), tree("A.java", now)) == Outcome.PROVED);
  }

  /** The Eclipse compiler omits all types except the functional interface. */
  @ParameterizedTest
  @CsvSource({
    "(Runnable & Mark) A::run, (Runnable) A::run",
    "(Mark & Runnable) A::run, (Runnable) A::run",
    "(Runnable & java.io.Serializable & Mark) A::run, (Runnable & java.io.Serializable) A::run",
    "both(A::run), one(A::run)",
  })
  void aMethodReferenceIsOfAllTypesThatAreAskedFor(String old, String now) {
    String text =
        "interface Mark { } class A { static void run() { } static Object f() { return %s; }"
            + " static <T extends Runnable & Mark> T both(T t) { return t; }"
            + " static <T extends Runnable> T one(T t) { return t; } }";
    assertNotEquals(
        Outcome.PROVED,
        outcome(tree("A.java", text.formatted(old)), tree("A.java", text.formatted(now))));
  }

  @Test
  void aMethodReferenceForStreamsIsOneForAllCompilers() {
    String text = "class A { static void run() { } static Object f() { return %s; } %s }";
    String made = "(Runnable & java.io.Serializable) A::run";
    assertEquals(
        Outcome.PROVED,
        outcome(
            tree("A.java", text.formatted(made, "")),
            tree(
                "A.java",
                text.formatted("g()", "private static Object g() { return " + made + "; }"))));
  }

  /** The Eclipse compiler joins the number of one type with the text, and not the letter. */
  @ParameterizedTest
  @CsvSource({
    "'s + (true ? 98 : (char) 97)', 's + 98'",
    "'s + (K.ON ? 98 : c)', 's + 98'",
    "'s + (char) (true ? 98 : (char) 97)', 's + 98'",
    "'s + (true ? 1 : 2.0)', 's + 1'",
    "'s + (true ? (true ? 98 : (char) 97) : (char) 99)', 's + 98'",
  })
  void aNumberThatIsChosenWhereItIsCompiledHasTheTypeOfBoth(String old, String now) {
    String text =
        "class K { static final boolean ON = true; }"
            + " class A { static String f(String s, char c) { return %s; } }";
    assertNotEquals(
        Outcome.PROVED,
        outcome(tree("A.java", text.formatted(old)), tree("A.java", text.formatted(now))));
  }

  @ParameterizedTest
  @CsvSource({
    "'s + (true ? 98 : 97)', 's + 98'",
    "'s + (c > 3 ? 98 : c)', 's + (c <= 3 ? c : 98)'",
    "'s + (true ? s : \"x\")', 's + s'",
  })
  void aChoiceOfOneTypeOrAtRunTimeIsOneForAllCompilers(String old, String now) {
    String text = "class A { static String f(String s, char c) { return %s; } }";
    assertEquals(
        Outcome.PROVED,
        outcome(tree("A.java", text.formatted(old)), tree("A.java", text.formatted(now))));
  }
}
