package launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import junit.framework.TestCase;
import org.junit.AssumptionViolatedException;
import org.junit.Ignore;
import org.junit.jupiter.api.Test;

/** Only the suite under test runs the classes below. */
class JUnit4SuiteTest {
  /** Throws when it is printed, compared or otherwise used. */
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
    EventLines lines = run(Bombs.class);

    assertEquals(
        List.of("assumes skipped", "fails failed", "isIgnored skipped", "passes passed"),
        lines.outcomes(Bombs.class));
    assertEquals(
        EventLines.counts("3 started, 3 finished, 1 failed, 1 skipped, 0 succeeded"), lines.last());
  }

  @Test
  void aJUnit3ClassThatCannotBeMadeFailsAsTheClass() throws Exception {
    assertEquals(List.of("<class> failed"), run(CannotBeMade.class).outcomes(CannotBeMade.class));
  }

  private static EventLines run(Class<?>... classes) {
    EventLines lines = new EventLines();
    Results results = new Results(lines.events, "test");
    new JUnit4Suite().run(List.of(classes), results).report(lines.events, "test");
    return lines;
  }
}
