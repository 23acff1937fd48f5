package org.refverify.fuzzer.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;

class OptionsTest {
  @TempDir Path folder;

  private static Options options(String words) {
    return Options.of(words.isEmpty() ? List.of() : List.of(words.split(" ")));
  }

  @Test
  void anOptionHasAValueOrIsASwitch() {
    Options options = options("--seed 7 --identical --seconds 1.5");
    assertEquals(7, options.number("--seed", 1));
    assertEquals(1, options.number("--other", 1));
    assertEquals(1.5, options.seconds());
    assertTrue(options.has("--identical"));
    assertFalse(options.has("--no-test"));
    assertEquals("7", options.text("--seed"));
    assertEquals(5, options.words().size());
  }

  @ParameterizedTest
  @CsvSource({"'', true", "--identical, false", "--identical --mutants 3, true"})
  void mutantsAreMeasuredUnlessBothVersionsAreTheSame(String words, boolean measures) {
    assertEquals(measures, options(words).measures());
    assertEquals(60, options(words).seconds());
  }

  @Test
  void aPathHasParts() {
    Options options = options("--old a" + File.pathSeparator + "b --old c" + File.pathSeparator);
    assertEquals(List.of("a", "b", "c"), options.path("--old"));
    assertEquals(List.of(), options.path("--new"));
    assertEquals(2, options.all("--old").size());
  }

  @ParameterizedTest
  @CsvSource({
    "word, not an option: word",
    "--seed, --seed needs a value",
    "--identical word, not an option: word",
  })
  void aLineThatCannotBeReadIsRefused(String words, String message) {
    Exception refused = assertThrows(IllegalArgumentException.class, () -> options(words));
    assertEquals(message, refused.getMessage());
  }

  @Test
  void aMissingOptionIsNamed() {
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> options("").text("--old"));
    assertEquals("--old is missing", refused.getMessage());
  }

  @ParameterizedTest
  @EnumSource(Beat.Phase.class)
  void aBeatSurvivesItsWriter(Beat.Phase phase) throws IOException {
    Beat written = Beat.open(folder.resolve("beat"));
    long before = written.ticks();
    written.input(3, 70);
    written.phase(phase);
    written.counts(400, 20);
    written.alive();
    Beat read = Beat.open(folder.resolve("beat"));
    assertEquals(3, read.entry());
    assertEquals(70, read.index());
    assertEquals(phase, read.phase());
    assertEquals(400, read.executions());
    assertEquals(20, read.discarded());
    assertEquals(before + 3, read.ticks());
  }

  private static Entry entry(String name) {
    MethodName method = new MethodName("p.A", name, "(I)I");
    TreeSet<MethodName> reaches = new TreeSet<>(Set.of(method));
    return new Entry(method, method, Entry.Adapter.SAME, null, false, 0, reaches);
  }

  private static Set<Object> values(Memory memory) {
    Set<Object> found = new HashSet<>();
    for (Memory.Item item : memory.items()) {
      found.add(((Literal) item.input.arguments.get(0)).value);
    }
    return found;
  }

  private static Input input(int value) {
    return new Input(null, List.of(new Literal(value)), 0);
  }

  @Test
  void inputsThatReachedNewCodeAreKeptFirst() throws IOException {
    Memory memory = Memory.open(folder.resolve("memory"));
    memory.turn(1);
    for (int i = 0; i < 9000; i++) {
      memory.keep(entry("f"), input(i), i >= 8900);
    }
    Set<Object> kept = values(memory);
    assertEquals(8000, kept.size());
    for (int i = 8900; i < 9000; i++) {
      assertTrue(kept.contains(i), "input " + i);
    }
    assertEquals(8900, ((Literal) memory.items().get(0).input.arguments.get(0)).value);
  }

  @Test
  void everyTurnHasAFairShare() throws IOException {
    Memory memory = Memory.open(folder.resolve("memory"));
    for (int turn = 0; turn < 4; turn++) {
      memory.turn(4 - turn);
      for (int i = 0; i < 9000; i++) {
        memory.keep(entry("f" + turn), input(i), false);
      }
    }
    int[] counts = new int[4];
    for (Memory.Item item : memory.items()) {
      counts[item.entry.old.name.charAt(1) - '0']++;
    }
    for (int count : counts) {
      assertEquals(2000, count);
    }
  }

  @Test
  void aLaterWorkerKnowsSomeInputsOfTheEarlierOne() throws IOException {
    Memory memory = Memory.open(folder.resolve("memory"));
    memory.turn(1);
    for (int i = 0; i < 3000; i++) {
      memory.keep(entry("f"), input(i), i < 300);
    }
    Set<Object> later = values(Memory.open(folder.resolve("memory")));
    assertEquals(800, later.size());
    for (int i = 0; i < 300; i++) {
      assertTrue(later.contains(i), "input " + i);
    }
  }

  @Test
  void theWorkOnAnEntryIsAddedUp() {
    Tally tally = new Tally("p.A#f(I)I");
    tally.add(400, 20);
    tally.add(EntryRecord.progress("p.A#f(I)I", false, Set.of("A:3"), Set.of("A:3")).ended(30, 2));
    assertEquals(430, tally.executions());
    assertEquals(22, tally.discarded());
    assertTrue(tally.reached());
    assertEquals(
        "{entry=p.A#f(I)I, executions=430, discarded=22, reached=true}", tally.record().toString());
  }
}
