package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProposalTest {
  private static String text(Proposal.Value value) {
    return value.parameter + String.join("", value.steps) + " " + value.kind + " " + value.text;
  }

  private static Proposal.Value value(Proposal.Kind kind, String... steps) {
    return new Proposal.Value(0, List.of(steps), kind, "1");
  }

  @Test
  void aLineHasAMethodAndItsValues() {
    Proposal read =
        Proposal.read(
            """
            {"method": "p.A#f(I)V", "values": [
              {"parameter": -1, "steps": [".size"], "kind": "number", "value": "5"},
              {"parameter": 0, "steps": [], "kind": "not-null", "value": ""}]}
            """);
    assertEquals("p.A#f(I)V", read.method);
    assertEquals(
        "0 NOT_NULL ; -1.size NUMBER 5",
        read.values.stream().map(ProposalTest::text).collect(Collectors.joining("; ")));
  }

  @Test
  void anObjectComesBeforeItsPartsAndItsSizeAfterThem() {
    Proposal sorted =
        new Proposal(
            "p.A#f()V",
            List.of(
                value(Proposal.Kind.NUMBER, ".list", "#"),
                value(Proposal.Kind.NUMBER, ".list", "[0]"),
                value(Proposal.Kind.TYPE, ".list"),
                value(Proposal.Kind.NUMBER, ".n"),
                value(Proposal.Kind.NOT_NULL)));
    assertEquals(
        "0 NOT_NULL 1; 0.list TYPE 1; 0.n NUMBER 1; 0.list[0] NUMBER 1; 0.list# NUMBER 1",
        sorted.values.stream().map(ProposalTest::text).collect(Collectors.joining("; ")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"method\": \"p.A#f()V\"}",
        "{\"method\": 1, \"values\": []}",
        "{\"method\": \"m\", \"values\": [{}]}",
        "{\"method\": \"m\", \"values\":"
            + " [{\"parameter\": 0, \"steps\": [], \"kind\": \"other\", \"value\": \"\"}]}",
        "{\"method\": \"m\", \"values\":"
            + " [{\"parameter\": 0, \"steps\": [1], \"kind\": \"null\", \"value\": \"\"}]}",
      })
  void whatIsNoProposalIsRefused(String line) {
    assertThrows(IllegalArgumentException.class, () -> Proposal.read(line));
  }
}
