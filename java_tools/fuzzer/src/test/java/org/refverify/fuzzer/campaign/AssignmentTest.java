package org.refverify.fuzzer.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssignmentTest {
  @Test
  void aWorkerReadsWhatItsSupervisorSaid() {
    Assignment said = new Assignment(Path.of("run", "worker1"), new Resumption(1, 2, 0), 3, 4, 5);
    List<String> words = new ArrayList<>(List.of("--old", "a.jar"));
    words.addAll(said.words());
    Assignment read = Assignment.read(Options.of(words));
    assertEquals(Path.of("run", "worker1"), read.folder);
    assertEquals(Path.of("run", "inputs.jsonl"), read.inputs());
    assertEquals(
        List.of(1L, 2L, 3L, 4L, 5L),
        List.of(
            (long) read.from.entry,
            (long) read.from.index,
            (long) read.mutant,
            read.left,
            read.millis));
  }

  @Test
  void aWorkerWithoutAnAssignmentIsRefused() {
    Options none = Options.of(List.of("--old", "a.jar"));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Assignment.read(none));
    assertEquals("--work is missing", refused.getMessage());
  }
}
