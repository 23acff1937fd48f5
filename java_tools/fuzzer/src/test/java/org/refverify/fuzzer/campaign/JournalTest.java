package org.refverify.fuzzer.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("journal.jsonl");
  }

  @Test
  void everyRecordIsALineThatNamesItsKind() throws IOException {
    EntryRecord begun = EntryRecord.progress("A#f()I", true, Set.of("A:3"), Set.of());
    Journal journal = new Journal(file);
    journal.write(new SubjectRecord(2, 1, "", 3, 4, "A#f()V"));
    journal.write(begun);
    journal.write(begun.ended(500, 7));
    journal.write(new UnsteadyRecord("A#g()V"));
    journal.write(new HintRecord("A#h()V", true));
    journal.write(new MutantRecord.Chosen(30));
    journal.write(new MutantRecord.Trying(null));
    journal.write(new MutantRecord("A.java:3", Sensitivity.Fate.SURVIVED, true));
    journal.write(new EndRecord(1, false, true, List.of("b", "a")));
    assertEquals(
        """
        {"kind":"subject","entries":2,"methods":1,"reason":"","changed_old":3,\
        "changed_new":4,"overriding":"A#f()V"}
        {"kind":"progress","entry":"A#f()I","hidden":true,"executions":0,\
        "discarded":0,"reached_old":["A:3"],"reached_new":[]}
        {"kind":"entry","entry":"A#f()I","hidden":true,"executions":500,\
        "discarded":7,"reached_old":["A:3"],"reached_new":[]}
        {"kind":"unsteady","entry":"A#g()V"}
        {"kind":"hint","entry":"A#h()V","escapes":true}
        {"kind":"mutants","count":30}
        {"kind":"trying","mutant":null}
        {"kind":"mutant","mutant":"A.java:3","fate":"SURVIVED","ran":true}
        {"kind":"end","dropped":1,"slower":false,"possible_nontermination":true,\
        "unsupported":["a","b"]}
        """,
        Files.readString(file));
  }

  @Test
  void aLineThatDeathCutIsLeftOut() throws IOException {
    Files.writeString(file, "{\"kind\": \"unsteady\", \"entry\": \"A#g()V\"}\n{\"kind\": \"en");
    List<Journal.Line> lines = Journal.read(file);
    assertEquals(1, lines.size());
    assertEquals(JournalRecord.Kind.UNSTEADY, lines.get(0).kind);
    assertEquals("A#g()V", UnsteadyRecord.read(lines.get(0).content).entry);
  }

  @Test
  void whereNoWorkerWroteThereIsNothing() throws IOException {
    assertEquals(List.of(), Journal.read(file));
  }

  @Test
  void aKindThatNobodyKnowsIsRefused() throws IOException {
    Files.writeString(file, "{\"kind\": \"verdict\"}\n");
    assertThrows(IllegalArgumentException.class, () -> Journal.read(file));
  }
}
