package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Renames;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;

class ProposedInputsTest {
  private static final JavaType INT = JavaType.erased("I");

  @TempDir Path folder;
  private Makers makers;
  private ClassFiles files;

  @BeforeEach
  void compile() throws IOException {
    files = Drawn.files(folder, "class A { }");
    makers = Drawn.makers(files, files, Renames.NONE);
  }

  private ProposedInputs inputs(String... numbers) {
    List<Proposal> proposals =
        java.util.Arrays.stream(numbers)
            .map(each -> new Proposal.Value(1, List.of(), Proposal.Kind.NUMBER, each))
            .map(each -> new Proposal("A#f(II)V", List.of(each)))
            .toList();
    ProposedValues values =
        new ProposedValues(makers, new FieldWriters(files), new SplittableRandom(1));
    return new ProposedInputs(proposals, values, null, List.of(INT, INT), new SplittableRandom(2));
  }

  /** Makes two numbers. */
  private Input any(Making making) {
    return Written.input(0, makers.of(INT).make(making), makers.of(INT).make(making));
  }

  @Test
  void theSimplestValuesAroundTheProposedOnesComeFirst() {
    ProposedInputs inputs = inputs("7", "8");
    assertEquals("0 7", Written.text(inputs.next(this::any)));
    assertEquals("0 8", Written.text(inputs.next(this::any)));
    Set<String> others = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      others.add(Written.text(inputs.next(this::any)));
    }
    assertEquals(20, others.size());
    for (String each : others) {
      assertEquals(true, each.endsWith(" 7") || each.endsWith(" 8"), each);
    }
  }

  @Test
  void anInputIsProposedOnce() {
    ProposedInputs inputs = inputs("7");
    Function<Making, Input> same = making -> Written.input(0, new Literal(1), new Literal(2));
    assertEquals("1 7", Written.text(inputs.next(same)));
    assertNull(inputs.next(same));
  }

  @Test
  void whatCannotBeUsedIsLeftOut() {
    assertNull(inputs().next(this::any));
    Function<Making, Input> one = making -> Written.input(0, new Literal(1));
    assertNull(inputs("7").next(one));
    Function<Making, Input> referring = making -> Written.input(0, Written.array(1), new Again(0));
    assertNull(inputs("7").next(referring));
    assertNotNull(inputs("7").next(this::any));
  }
}
