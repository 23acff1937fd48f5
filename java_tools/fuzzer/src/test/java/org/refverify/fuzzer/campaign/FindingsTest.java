package org.refverify.fuzzer.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.refverify.common.JsonWriter;
import org.refverify.fuzzer.recipe.JsonObject;
import org.refverify.fuzzer.recipe.JsonReader;

class FindingsTest {
  private static final JournalRecord SUBJECT = new SubjectRecord(1, 1, "", 1, 1, "");
  private static final JournalRecord OVERRIDING = new SubjectRecord(1, 1, "", 1, 1, "A#f()I");
  private static final JournalRecord NO_ENTRY =
      new SubjectRecord(0, 0, "nothing calls it", 1, 1, "");
  private static final JournalRecord NO_LINES = new SubjectRecord(1, 1, "", 0, 0, "");
  private static final JournalRecord RAN = entry("A#f()I", false, Set.of("A:3"), 500);
  private static final JournalRecord UNREACHED = entry("A#f()I", false, Set.of(), 500);
  private static final JournalRecord ELSEWHERE = entry("A#g()I", false, Set.of(), 500);
  private static final JournalRecord HIDDEN = entry("A#f()I", true, Set.of("A:3"), 500);
  private static final JournalRecord NEVER_RAN = entry("A#f()I", false, Set.of(), 0);
  private static final JournalRecord END = new EndRecord(0, false, false, List.of());

  @TempDir Path folder;
  private final Findings findings = new Findings();
  private Beat beat;

  @BeforeEach
  void openTheBeat() throws IOException {
    beat = Beat.open(folder.resolve("beat"));
  }

  static Stream<Arguments> journals() {
    return Stream.of(
        arguments(List.of(SUBJECT, RAN, END), "EQUIVALENT_UP_TO", ""),
        arguments(List.of(NO_ENTRY, END), "UNREACHED", "nothing calls it"),
        arguments(
            List.of(SUBJECT, UNREACHED, END), "UNREACHED", "no input executed a changed line"),
        arguments(List.of(NO_LINES, UNREACHED, END), "EQUIVALENT_UP_TO", ""),
        arguments(
            List.of(OVERRIDING, RAN, END),
            "UNREACHED",
            "A#f()I overrides a method of the platform or a library in one version only, and no"
                + " input showed what code outside of the classes makes of that"),
        arguments(
            List.of(SUBJECT, NEVER_RAN, END), "UNSUPPORTED", "the time was up before an input ran"),
        arguments(
            List.of(SUBJECT, HIDDEN, END),
            "EQUIVALENT_UP_TO",
            "the change was reached through hidden methods only"),
        arguments(
            List.of(SUBJECT, RAN, new UnsteadyRecord("A#f()I"), END),
            "NONDETERMINISTIC",
            "the old version differs from itself in A#f()I"),
        arguments(
            List.of(SUBJECT, RAN, new UnsteadyRecord("A#f()I"), ELSEWHERE, END),
            "NONDETERMINISTIC",
            "the old version differs from itself in A#f()I"),
        arguments(
            List.of(SUBJECT, RAN, new UnsteadyRecord("A#g()I"), END),
            "EQUIVALENT_UP_TO",
            "the old version differs from itself in A#g()I"),
        arguments(
            List.of(SUBJECT, RAN, new HintRecord("A#h()I", false), END),
            "EQUIVALENT_UP_TO",
            "the hidden A#h()I differs, but no caller was seen to show it"),
        arguments(
            List.of(SUBJECT, RAN, new HintRecord("A#h()I", true), END),
            "UNREACHED",
            "A#h()I differs, but whoever is given its object was not seen to call it"),
        arguments(
            List.of(SUBJECT, HIDDEN, new HintRecord("A#f()I", false), END),
            "UNREACHED",
            "only hidden methods reach the change, and A#f()I differs"),
        arguments(
            List.of(SUBJECT, RAN, new EndRecord(2, false, false, List.of())),
            "EQUIVALENT_UP_TO",
            "2 differences did not show again in fresh JVMs"));
  }

  @ParameterizedTest
  @MethodSource("journals")
  void theVerdictFollowsFromTheJournal(List<JournalRecord> journal, String verdict, String reason)
      throws IOException {
    read(journal);
    assertEquals(verdict, result().text("verdict"));
    assertEquals(reason, result().text("reason"));
  }

  @Test
  void anEntryRunByTwoWorkersIsOne() throws IOException {
    read(List.of(SUBJECT, entry("A#f()I", false, Set.of(), 300)));
    read(List.of(SUBJECT, RAN, END));
    assertEquals(
        "[{\"entry\":\"A#f()I\",\"executions\":800,\"discarded\":0,\"reached\":true}]",
        JsonWriter.write(result().value("entries")));
    assertEquals(800, findings.executions());
  }

  @Test
  void whatADeadWorkerDidWithItsEntryIsCountedFromItsBeat() throws IOException {
    Findings.Part part =
        read(List.of(SUBJECT, EntryRecord.progress("A#f()I", false, Set.of("A:3"), Set.of())));
    assertFalse(part.ended);
    assertNull(part.failure);
    assertEquals(0, findings.executions());
    beat.counts(40, 2);
    findings.died(beat, false);
    assertEquals(40, findings.executions());
    assertEquals(2, findings.discarded());
    assertEquals("1 inputs ended the worker", result().text("reason"));
  }

  @Test
  void onlyAHangOfTheNewVersionMayBeNontermination() throws IOException {
    beat.phase(Beat.Phase.OLD);
    findings.died(beat, true);
    assertEquals(Set.of(), findings.notes);
    beat.phase(Beat.Phase.NEW);
    findings.died(beat, true);
    assertEquals(Set.of("POSSIBLE_NONTERMINATION"), findings.notes);
  }

  @Test
  void aFailureOfTheEngineIsToldWithItsPlace() throws IOException {
    Throwable failure = new IllegalStateException("broken");
    failure.setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "f", "A.java", 3)});
    Findings.Part part = read(List.of(FailureRecord.of(failure)));
    assertEquals(
        "java.lang.IllegalStateException: broken [A.f(A.java:3)]", part.failure.toString());
  }

  @Test
  void mutantsAreCountedByWhatBecameOfThem() throws IOException {
    read(
        List.of(
            SUBJECT,
            RAN,
            new MutantRecord.Chosen(6),
            new MutantRecord("a", Sensitivity.Fate.NOTICED, true),
            new MutantRecord("b", Sensitivity.Fate.SURVIVED, false),
            new MutantRecord("c", Sensitivity.Fate.MESSAGES_ONLY, true),
            new MutantRecord.Trying("d")));
    findings.died(beat, false);
    assertTrue(findings.measured.isLeft());
    assertEquals(4, findings.measured.tried());
    assertEquals(
        "{\"mutants\":3,\"killed\":2,\"messages_only\":1,\"unmeasured\":2,"
            + "\"survivors\":[{\"mutant\":\"b\",\"ran\":false}]}",
        JsonWriter.write(findings.measured.record()));
  }

  @Test
  void aMutantThatWasGivenUpKilledNobody() throws IOException {
    read(List.of(SUBJECT, new MutantRecord.Chosen(2), new MutantRecord.Trying("a")));
    read(List.of(new MutantRecord.Trying(null)));
    findings.died(beat, false);
    assertEquals(0, findings.measured.tried());
  }

  private static JournalRecord entry(String name, boolean hidden, Set<String> reached, int ran) {
    return EntryRecord.progress(name, hidden, reached, reached).ended(ran, 0);
  }

  private Findings.Part read(List<JournalRecord> records) throws IOException {
    Path file = Files.createTempFile(folder, "journal", ".jsonl");
    Journal journal = new Journal(file);
    records.forEach(journal::write);
    return findings.read(file);
  }

  private JsonObject result() throws IOException {
    Result.write(folder, Options.of(List.of()), findings, 1.5);
    Map<?, ?> read = (Map<?, ?>) JsonReader.read(Files.readString(folder.resolve("result.json")));
    return JsonObject.of(read);
  }
}
