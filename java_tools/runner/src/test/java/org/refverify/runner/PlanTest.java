package org.refverify.runner;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
  void whatWasTakenIsForgotten() throws IOException {
    Plan plan = plan("secret s3cret\n");
    assertEquals("s3cret", plan.take("secret"));
    assertThrows(IllegalArgumentException.class, () -> plan.take("secret"));
  }

  @Test
  void aValueThatComesTwiceIsNotTaken() throws IOException {
    Plan plan = plan("canary a\ncanary b\n");
    assertThrows(IllegalArgumentException.class, () -> plan.take("canary"));
  }

  private static Plan plan(String lines) throws IOException {
    return Plan.read(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
  }
}
