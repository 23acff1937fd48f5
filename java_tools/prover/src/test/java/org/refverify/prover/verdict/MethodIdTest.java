package org.refverify.prover.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class MethodIdTest {
  @Test
  void theOrderIsThatOfTheTexts() {
    List<MethodId> all =
        List.of(
            new MethodId("a/A", "m", "()V"),
            new MethodId("a/A", "m", "()VI"),
            new MethodId("a/A", "mm", "()V"),
            new MethodId("a/A", "m$", "()V"),
            new MethodId("a/A$B", "m", "()V"),
            new MethodId("a/AB", "m", "()V"),
            new MethodId("a/A", "<init>", "(I)V"),
            new MethodId("a", "A.m", "()V"));
    for (MethodId x : all) {
      for (MethodId y : all) {
        assertEquals(
            Integer.signum(x.toString().compareTo(y.toString())), Integer.signum(x.compareTo(y)));
      }
    }
  }
}
