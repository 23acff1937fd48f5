package org.refverify.coverage;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataWriter;
import org.jacoco.core.data.SessionInfo;
import org.junit.jupiter.api.Test;

class RecordingShapeTest {
  private static byte[] written() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ExecutionDataWriter writer = new ExecutionDataWriter(out);
    writer.visitSessionInfo(new SessionInfo("p.T#m", 1, 2));
    writer.visitClassExecution(new ExecutionData(7, "p/A", new boolean[] {true, false, true}));
    return out.toByteArray();
  }

  private static String refusal(byte[] file) {
    return assertThrows(IOException.class, () -> RecordingShape.check(file)).getMessage();
  }

  @Test
  void whatAnAgentWritesIsTaken() {
    assertDoesNotThrow(() -> RecordingShape.check(written()));
    assertDoesNotThrow(() -> RecordingShape.check(new byte[0]));
  }

  @Test
  void noEndWithinABlockIsTaken() throws IOException {
    byte[] file = written();
    for (int length : new int[] {3, 8, 25, file.length - 1}) {
      assertThrows(
          IOException.class, () -> RecordingShape.check(Arrays.copyOf(file, length)), "" + length);
    }
  }

  @Test
  void aLengthThatNoClassHasIsRefusedBeforeAnythingIsMade() throws IOException {
    byte[] file = written();
    byte[] bomb = Arrays.copyOf(file, file.length + 3);
    int length = file.length - 2;
    Arrays.fill(bomb, length, length + 4, (byte) 0xFF);
    bomb[length + 4] = 7;
    assertEquals("a class claims 2147483647 probes", refusal(bomb));
  }

  @Test
  void aLengthWithoutAnEndIsRefused() throws IOException {
    byte[] file = written();
    byte[] endless = Arrays.copyOf(file, file.length + 5);
    Arrays.fill(endless, file.length - 2, endless.length, (byte) 0xFF);
    assertEquals("a length has no end", refusal(endless));
  }

  @Test
  void anotherKindOfFileIsRefused() {
    assertEquals(
        "it does not begin as execution data does", refusal("PK".getBytes(StandardCharsets.UTF_8)));
    assertEquals("there is a block of kind 9", refusal(new byte[] {1, 0, 0, 0, 0, 9}));
  }
}
