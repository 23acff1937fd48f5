package org.refverify.fuzzer.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumptionTest {
  @TempDir Path folder;

  @Test
  void theInputThatEndedAWorkerIsPassedOver() throws IOException {
    Resumption next = new Resumption(2, 0, 0).after(beatAt(2, 40), false);
    assertEquals(2, next.entry);
    assertEquals(41, next.index);
  }

  @Test
  void theThirdDeathOfAnEntryIsItsLast() throws IOException {
    Resumption first = new Resumption(2, 0, 0).after(beatAt(2, 40), false);
    Resumption second = first.after(beatAt(2, 50), false);
    assertEquals(51, second.index);
    Resumption third = second.after(beatAt(2, 60), false);
    assertEquals(3, third.entry);
    assertEquals(0, third.index);
  }

  @Test
  void deathsOfAnotherEntryOrBeforeAnEndDoNotCount() throws IOException {
    Resumption twice = new Resumption(2, 0, 2);
    assertEquals(4, twice.after(beatAt(4, 7), false).entry);
    assertEquals(8, twice.after(beatAt(4, 7), false).index);
    assertEquals(61, twice.after(beatAt(2, 60), true).index);
  }

  private Beat beatAt(int entry, int index) throws IOException {
    Beat beat = Beat.open(folder.resolve("beat"));
    beat.input(entry, index);
    return beat;
  }
}
