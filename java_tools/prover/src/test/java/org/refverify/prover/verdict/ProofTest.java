package org.refverify.prover.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.refverify.prover.support.Compiled;

class ProofTest {

  @Test
  void theFirstDifferenceNamesBothPlacesAndThePath() {
    Proof proof =
        Compiled.prove(
            """
            class A {
              int get(int x) {
                if (x > 3) {
                  System.out.println(x);
                }
                return x;
              }
            }
            """,
            """
            class A {

              int get(int x) {
                if (x > 3) {
                  System.out.println(3);
                }
                return x;
              }
            }
            """);
    FirstDifference difference = proof.firstDifference();
    assertEquals(Reason.ARGUMENTS, difference.reason());
    assertEquals(new SourcePlace("A", "get(I)I", "A.java", 4), difference.before());
    assertEquals(new SourcePlace("A", "get(I)I", "A.java", 5), difference.after());
    assertEquals(1, difference.path().size());
  }

  @Test
  void jsonHasAStableForm() {
    SourcePlace place = new SourcePlace("a/A", "m()V", "A.java", 7);
    InputValue value = new InputValue(0, List.of("#"), InputValue.Kind.NUMBER, "3");
    FirstDifference difference =
        new FirstDifference(
            Reason.BUDGET, "too much \"time\"", place, null, "x", "", List.of("p"), List.of(value));
    MethodId id = new MethodId("a/A", "m", "()V");
    Proof proof =
        new Proof(
            Outcome.NOT_PROVED,
            List.of(
                new MethodResult(
                    MethodStatus.NOT_PROVED, id, id, List.of(), List.of(), difference)),
            List.of(new Residue(Residue.Kind.FIELD, "a/A.x", "1", "")),
            List.of(new Condition(Condition.Kind.BRIDGE, "a/A", "why")),
            List.of("none"),
            List.of(CompileError.brought("no value", "A.java", 3, "why not")),
            new NameShare(5, 2));
    assertEquals(
        "{\"outcome\":\"not-proved\",\"methods\":[{\"status\":\"not-proved\","
            + "\"before\":\"a/A.m()V\",\"after\":\"a/A.m()V\",\"steppedBefore\":[],\"steppedAfter\":[],\"difference\":{\"reason\":\"budget\",\"message\":\"too"
            + " much \\\"time\\\"\",\"before\":{\"class\":\"a/A\","
            + "\"method\":\"m()V\",\"path\":\"a/A.java\",\"line\":7},\"after\":null,"
            + "\"beforeEvent\":\"x\",\"afterEvent\":\"\",\"path\":[\"p\"],"
            + "\"values\":[{\"parameter\":0,\"steps\":[\"#\"],\"kind\":\"number\","
            + "\"value\":\"3\"}]}}],"
            + "\"residue\":[{\"kind\":\"field\",\"where\":\"a/A.x\",\"before\":\"1\","
            + "\"after\":\"\"}],\"conditions\":[{\"kind\":\"bridge\",\"where\":\"a/A\","
            + "\"why\":\"why\"}],\"assumptions\":[\"none\"],\"compileErrors\":[{\"side\":\"new\",\"message\":\"no"
            + " value\",\"file\":\"A.java\",\"line\":3,\"certain\":false,\"doubt\":\"why"
            + " not\"}],\"names\":{\"asked\":5,\"unresolved\":2}}",
        proof.toJson());
  }
}
