package launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
