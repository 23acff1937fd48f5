package launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTest {
  @Test
  void aLineIsAWordAndItsValue() throws IOException {
    Plan plan =
        plan(
            """
            key 00ff10
            class p.ATest
            parameter a.b=c d

            class p.BTest
            """);
    assertEquals(List.of("p.ATest", "p.BTest"), plan.all("class"));
    assertEquals(List.of("a.b=c d"), plan.all("parameter"));
    assertEquals(List.of(), plan.all("include-tag"));
    assertArrayEquals(new byte[] {0, -1, 16}, plan.takeKey());
  }

  @Test
  void theFirstFailureEndsARunWhereThePlanSaysSo() throws IOException {
    assertTrue(plan("until failure\n").stopsAtFailure());
    assertFalse(plan("class until.failure\nfails p.T#failure\n").stopsAtFailure());
  }

  @Test
  void whatWasTakenIsForgotten() throws IOException {
    Plan plan = plan("launcher junit4\nsecret s3cret\n");
    assertEquals("s3cret", plan.takeSecret("secret"));
    assertThrows(IllegalArgumentException.class, () -> plan.takeSecret("secret"));
    assertEquals("junit4", plan.take("launcher"));
    assertThrows(IllegalArgumentException.class, () -> plan.take("launcher"));
  }

  @Test
  void aValueThatComesTwiceIsNotTaken() throws IOException {
    Plan plan = plan("launcher a\nlauncher b\n");
    assertThrows(IllegalArgumentException.class, () -> plan.take("launcher"));
    assertThrows(IllegalArgumentException.class, () -> plan("canary a\ncanary b\n"));
  }

  @Test
  void aSecretIsNoTextBeforeItIsTaken() throws IOException {
    Plan plan = plan("secret s3cret\n");
    assertEquals(List.of(), plan.all("secret"));
  }

  @Test
  void whatWasReadIsOverwritten() throws IOException {
    Remembering in = new Remembering("key 00ff\nsecret s3cret\n" + "class p.ATest\n".repeat(999));
    Plan plan = Plan.read(in);
    assertEquals(999, plan.all("class").size());
    for (byte[] buffer : in.buffers) {
      assertArrayEquals(new byte[buffer.length], buffer);
    }
  }

  @Test
  void aPlanMayEndWithoutALineBreak() throws IOException {
    assertEquals(List.of("p.ATest"), plan("class p.ATest").all("class"));
  }

  /** Keeps every buffer that it had to fill. */
  private static final class Remembering extends InputStream {
    private final ByteArrayInputStream in;
    private final Set<byte[]> buffers = Collections.newSetFromMap(new IdentityHashMap<>());

    Remembering(String text) {
      in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int read() {
      throw new AssertionError("byte by byte");
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      buffers.add(buffer);
      return in.read(buffer, offset, length);
    }
  }

  @Test
  void testsThatMayRunSideBySideAreKnown() throws IOException {
    assertEquals(false, plan("parameter junit.jupiter.x=true\n").runsInParallel());
    assertEquals(
        true, plan("parameter junit.jupiter.execution.parallel.enabled=true\n").runsInParallel());
  }

  private static Plan plan(String lines) throws IOException {
    return Plan.read(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
  }
}
