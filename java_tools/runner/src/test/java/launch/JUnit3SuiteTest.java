package launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import junit.extensions.ActiveTestSuite;
import junit.extensions.TestSetup;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.jupiter.api.Test;

/** Only the suite under test runs the classes below. */
class JUnit3SuiteTest {
  public static class Some extends TestCase {
    public void testFails() {
      fail("wanted");
    }

    public void testPasses() {}

    public void testThrows() {
      throw new IllegalStateException("wanted");
    }

    @Override
    protected void tearDown() {
      if (!getName().equals("testPasses")) {
        throw new IllegalStateException("once more");
      }
    }
  }

  public static class CannotBeMade extends TestCase {
    public CannotBeMade() {
      throw new IllegalStateException("no");
    }

    public void testOne() {}
  }

  public static class NoSetUp {
    public static junit.framework.Test suite() {
      return new TestSetup(new TestSuite(Some.class)) {
        @Override
        protected void setUp() {
          throw new IllegalStateException("no");
        }
      };
    }
  }

  public static class NoSuite {
    public static junit.framework.Test suite() {
      throw new IllegalStateException("no");
    }
  }

  public static class AtOnce {
    public static junit.framework.Test suite() {
      TestSuite all = new ActiveTestSuite();
      for (int i = 0; i < 50; i++) {
        all.addTest(new Meeting("testFails"));
        all.addTest(new Meeting("testPasses"));
      }
      return all;
    }
  }

  public static class Meeting extends TestCase {
    public Meeting(String name) {
      super(name);
    }

    public void testFails() throws InterruptedException {
      Thread.sleep(1);
      fail("wanted");
    }

    public void testPasses() throws InterruptedException {
      Thread.sleep(1);
    }
  }

  public static class Nameless {
    public static junit.framework.Test suite() {
      return new TestCase() {
        @Override
        protected void runTest() {}
      };
    }
  }

  public static class NoName extends TestCase {
    public void testOne() {}

    @Override
    public String getName() {
      throw new IllegalStateException("no");
    }
  }

  abstract static class Above extends TestCase {
    public void testOne() {}
  }

  static class Plain {
    public void testOne() {}
  }

  @Test
  void eachTestIsToldOnceWithItsFirstFailure() throws Exception {
    EventLines lines = run(Some.class);

    assertEquals(
        List.of("testFails failed", "testPasses passed", "testThrows failed"),
        lines.outcomes(Some.class));
    assertEquals(
        EventLines.counts("3 started, 3 finished, 2 failed, 0 skipped, 0 succeeded"), lines.last());
  }

  @Test
  void aClassWithoutTestsThatRunFailsAsTheClass() throws Exception {
    for (Class<?> type : List.of(CannotBeMade.class, NoSetUp.class, NoSuite.class)) {
      assertEquals(List.of("<class> failed"), run(type).outcomes(type));
    }
  }

  @Test
  void testsThatRunAtOnceKeepTheirOwnFailures() throws Exception {
    List<String> told = run(AtOnce.class).outcomes(Meeting.class);

    assertEquals(50, told.stream().filter(t -> t.matches("testFails(\\[\\d+\\])? failed")).count());
    assertEquals(
        50, told.stream().filter(t -> t.matches("testPasses(\\[\\d+\\])? passed")).count());
  }

  @Test
  void aTestWithoutANameIsCalledNull() throws Exception {
    Class<?> test = Nameless.suite().getClass();

    assertEquals(List.of("null passed"), run(Nameless.class).outcomes(test));
  }

  @Test
  void whatASuiteThrewIsTold() throws Exception {
    String told = run(NoSuite.class).texts().get(0);

    assertTrue(told.contains("\"message\":\"java.lang.IllegalStateException: no"), told);
  }

  @Test
  void aTestThatCannotBeNamedIsNoPassedOne() throws Exception {
    EventLines lines = run(NoName.class);

    assertEquals(List.of("<class> failed"), lines.outcomes(NoName.class));
    assertTrue(lines.last().contains("1 started"), lines.last());
  }

  @Test
  void whatIsNoTestOfJUnit3IsNotRun() throws Exception {
    assertEquals(
        List.of(EventLines.counts("0 started, 0 finished, 0 failed, 0 skipped, 0 succeeded")),
        run(Above.class, Plain.class).texts());
  }

  @Test
  void theCanariesAreThoseOfTheOtherGenerations() throws Exception {
    Class<?> canary = Canary.of(JUnit3Canary.class, "some.Name", "secret");
    List<String> red = List.of("redAssert", "redEquals", "redFail", "redThrow", "redTrue");

    List<String> told = run(canary).outcomes(canary);

    assertEquals("green passed", told.get(0));
    for (int i = 0; i < red.size(); i++) {
      // The keyword works if the JVM enables it.
      boolean fails = canary.desiredAssertionStatus() || !red.get(i).equals("redAssert");
      assertEquals(red.get(i) + (fails ? " failed" : " passed"), told.get(i + 1));
    }
  }

  private static EventLines run(Class<?>... classes) {
    EventLines lines = new EventLines();
    Results results = new Results(lines.events, "test");
    new JUnit3Suite().run(List.of(classes), results).report(lines.events, "test");
    return lines;
  }
}
