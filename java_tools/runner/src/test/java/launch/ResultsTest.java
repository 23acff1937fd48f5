package launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultsTest {
  private final Results results = new Results(new Events(new byte[] {1}), "test");

  @Test
  void testsOfOneNameAreNumbered() {
    assertEquals("A#f", results.number("A", "f"));
    assertEquals("A#f[2]", results.number("A", "f"));
    assertEquals("B#f", results.number("B", "f"));
  }

  @Test
  void aParameterisedTestIsNumberedFromTheFirst() {
    assertEquals("A#f[1]", results.number("A", "f[0: x]"));
    assertEquals("A#f[2]", results.number("A", "f[1: y]"));
  }

  @Test
  void theFirstFailureThatIsNotKnownEndsTheRunOnceItIsWritten() throws IOException {
    EventLines lines = new EventLines();
    Results stopping = new Results(lines.events, "test");
    List<String> ends = new ArrayList<>();
    stopping.stopAtFailure(
        Collections.singleton("A#red"), () -> ends.add(String.valueOf(texts(lines).size())));

    stopping.passed("A#green");
    stopping.failed("A#red", null);
    assertEquals(Collections.emptyList(), ends);
    stopping.failed("A#new", null);

    assertEquals(Arrays.asList("3"), ends);
  }

  private static List<String> texts(EventLines lines) {
    try {
      return lines.texts();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
