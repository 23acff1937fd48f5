package launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import junit.framework.TestCase;
import org.junit.AssumptionViolatedException;
import org.junit.Ignore;
import org.junit.jupiter.api.Test;

/** The classes below are run by the suite that is tested here, and by nothing else. */
class JUnit4SuiteTest {
  private static final String COUNTS =
      "{\"event\":\"counts\",\"of\":\"test\",\"told\":\"%1$s, 0 lost\",\"engine\":\"%1$s, 0"
          + " lost\"}";

  /** Cannot be printed, compared or asked anything. */
  static final class Bomb {
    @Override
    public String toString() {
      throw new IllegalStateException("toString");
    }

    @Override
    public int hashCode() {
      throw new IllegalStateException("hashCode");
    }
  }

  static final class BombError extends Error {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new OutOfMemoryError("getMessage");
    }

    @Override
    public String toString() {
      throw new LinkageError("toString");
    }
  }

  public static class Bombs {
    @org.junit.Test
    public void assumes() {
      throw new AssumptionViolatedException("x", new Bomb(), null);
    }

    @org.junit.Test
    public void fails() {
      throw new BombError();
    }

    @org.junit.Test
    public void passes() {}

    @Ignore
    @org.junit.Test
    public void isIgnored() {}
  }

  public static class CannotBeMade extends TestCase {
    public CannotBeMade() {
      throw new IllegalStateException("no");
    }

    public void testOne() {}
  }

  @Test
  void anOutcomeIsToldWhateverItsExceptionDoes() throws Exception {
    List<String> told = run(Bombs.class);
    String name = Bombs.class.getName();
    assertEquals(
        List.of(
            "assumes\",\"outcome\":\"skipped",
            "fails\",\"outcome\":\"failed",
            "isIgnored\",\"outcome\":\"skipped",
            "passes\",\"outcome\":\"passed"),
        outcomes(told, name));
    assertEquals(
        COUNTS.formatted("3 started, 3 finished, 1 failed, 1 skipped, 0 succeeded"),
        told.get(told.size() - 1));
  }

  @Test
  void aJUnit3ClassThatCannotBeMadeFailsAsTheClass() throws Exception {
    List<String> told = run(CannotBeMade.class);
    String start =
        "{\"event\":\"test\",\"id\":\""
            + CannotBeMade.class.getName()
            + "#<class>\",\"outcome\":\"failed";
    assertTrue(told.get(0).startsWith(start), told.get(0));
  }

  private static List<String> outcomes(List<String> told, String name) {
    String start = "{\"event\":\"test\",\"id\":\"" + name + "#";
    List<String> found = new ArrayList<>();
    for (String text : told) {
      if (text.startsWith(start)) {
        String rest = text.substring(start.length());
        int end = rest.indexOf('"', rest.indexOf("\"outcome\":\"") + 11);
        found.add(rest.substring(0, end));
      }
    }
    found.sort(null);
    return found;
  }

  private static List<String> run(Class<?>... classes) throws Exception {
    EventLines lines = new EventLines();
    Results results = new Results(lines.events, "test");
    new JUnit4Suite().run(List.of(classes), results).report(lines.events, "test");
    return lines.texts();
  }
}
