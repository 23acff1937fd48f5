package org.refverify.fuzzer.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenamesTest {
  private static final MethodName STORED = new MethodName("p.Kept", "store", "(I)V");
  private static final MethodName SAVED = new MethodName("p.Kept", "save", "(I)V");
  private static final Renames RENAMES =
      new Renames(Map.of("p.Old", "q.Fresh", "p.Old$In", "q.Out"), Map.of(STORED, SAVED));

  @ParameterizedTest
  @CsvSource({
    "p.Old,        q.Fresh",
    "p.Old$Inner,  q.Fresh$Inner",
    "p.Old$In,     q.Out",
    "p.Old$In$1,   q.Out$1",
    "p.Older,      p.Older",
    "p.Kept,       p.Kept",
  })
  void anInnerClassGoesWithTheNearestRenamedOne(String old, String fresh) {
    assertEquals(fresh, RENAMES.className(old));
    assertEquals(old, RENAMES.inverse().className(fresh));
  }

  @ParameterizedTest
  @CsvSource({
    "(Lp/Old;I)V,            (Lq/Fresh;I)V",
    "([[Lp/Old$Inner;J)Lp/Old;, ([[Lq/Fresh$Inner;J)Lq/Fresh;",
    "(Lp/Older;)LL;,         (Lp/Older;)LL;",
  })
  void descriptorsNameTheNewClasses(String old, String fresh) {
    assertEquals(fresh, RENAMES.descriptor(old));
  }

  @Test
  void methodsGoByTheirOwnRenameOrThatOfTheirTypes() {
    assertEquals(SAVED, RENAMES.method(STORED));
    assertEquals(STORED, RENAMES.inverse().method(SAVED));
    assertEquals(
        "q.Fresh#f(Lq/Out;)V",
        RENAMES.method(new MethodName("p.Old", "f", "(Lp/Old$In;)V")).toString());
  }
}
