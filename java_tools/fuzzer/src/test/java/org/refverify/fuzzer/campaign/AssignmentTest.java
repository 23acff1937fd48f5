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
    Assignment said = new Assignment(Path.of("work"), Path.of("inputs.jsonl"));
    said.entry = 1;
    said.index = 2;
    said.mutant = 3;
    said.left = 4;
    said.millis = 5;
    List<String> words = new ArrayList<>(List.of("--old", "a.jar"));
    words.addAll(said.words());
    Assignment read = Assignment.read(Options.of(words));
    assertEquals(
        List.of("work", "inputs.jsonl"), List.of(read.folder.toString(), read.inputs.toString()));
    assertEquals(
        List.of(1L, 2L, 3L, 4L, 5L),
        List.of((long) read.entry, (long) read.index, (long) read.mutant, read.left, read.millis));
  }

  @Test
  void aWorkerWithoutAnAssignmentIsRefused() {
    Options none = Options.of(List.of("--old", "a.jar"));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Assignment.read(none));
    assertEquals("--work is missing", refused.getMessage());
  }
}
