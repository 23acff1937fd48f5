package org.refverify.fuzzer.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;

class BudgetTest {
  @ParameterizedTest
  @CsvSource({
    "'open 0',                   0, 1000, 1000",
    "'open 0 open 0',            0, 1000, 500",
    "'open 0 open 0',            1, 500,  500",
    "'open 0 open 1',            0, 900,  600",
    "'open 0 open 1',            1, 300,  300",
    "'open 0 hidden 0',          0, 1101, 1000",
    "'open 0 hidden 0',          0, 11,   50",
  })
  void theNearerGetMoreAndHiddenOnesATenth(String entries, int number, int left, int share)
      throws IOException {
    Focus none = Focus.of(Options.of(List.of()));
    assertEquals(share, Budget.executions(entries(entries.split(" ")), number, left, none));
  }

  private static List<Entry> entries(String... words) {
    return java.util.stream.IntStream.range(0, words.length / 2)
        .mapToObj(i -> entry(words[2 * i].equals("hidden"), Integer.parseInt(words[2 * i + 1])))
        .toList();
  }

  private static Entry entry(boolean hidden, int distance) {
    MethodName name = new MethodName("A", "f", "()V");
    return new Entry(
        name, name, Entry.Adapter.SAME, null, hidden, distance, new TreeSet<>(Arrays.asList(name)));
  }
}
