package org.refverify.fuzzer.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;

class FocusTest {
  private static final MethodName ONE = new MethodName("A", "one", "()V");
  private static final MethodName TWO = new MethodName("A", "two", "()V");
  private static final MethodName LIKELY = new MethodName("A", "likely", "()V");
  private static final List<Entry> ENTRIES =
      List.of(entry(ONE, false, ONE), entry(TWO, false, ONE, LIKELY), entry(LIKELY, true, LIKELY));

  @Test
  void whatLikelyDiffersComesFirstThenWhatLeadsToIt(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(folder.resolve("p"), "{\"method\": \"A#likely()V\", \"values\": []}\n");
    Focus focus = Focus.of(Options.of(List.of("--proposals", file.toString())));

    List<Entry> sorted = focus.sorted(ENTRIES);

    assertEquals(List.of(LIKELY, TWO, ONE), sorted.stream().map(each -> each.old).toList());
    assertEquals(888, Budget.executions(List.of(ENTRIES.get(1), ENTRIES.get(0)), 0, 999, focus));
  }

  @Test
  void withoutProposalsNothingMoves() throws IOException {
    assertEquals(ENTRIES, Focus.of(Options.of(List.of())).sorted(ENTRIES));
  }

  private static Entry entry(MethodName name, boolean hidden, MethodName... reaches) {
    return new Entry(
        name, name, Entry.Adapter.SAME, null, hidden, 0, new TreeSet<>(Arrays.asList(reaches)));
  }
}
