package org.refverify.prover.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

class ClassReadingTest {
  private static byte[] good() throws IOException {
    try (InputStream in = ClassReadingTest.class.getResourceAsStream("ClassReadingTest.class")) {
      return in.readAllBytes();
    }
  }

  private static String refusal(byte[] file) {
    UnreadableClass met =
        assertThrows(
            UnreadableClass.class, () -> ClassReading.node("a/B", file, ClassReader.SKIP_FRAMES));
    assertEquals("a/B", met.name());
    assertSame(file, met.file());
    return met.getMessage();
  }

  @Test
  void whatACompilerLeftIsRead() throws IOException {
    assertEquals(
        "org/refverify/prover/world/ClassReadingTest",
        ClassReading.node("a/B", good(), ClassReader.SKIP_FRAMES).name);
  }

  @Test
  void whatIsNoneSaysSo() {
    assertEquals("a/B.class is no class file", refusal(new byte[0]));
    assertEquals(
        "a/B.class is no class file",
        refusal("class B { /* sources */ }".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void whatIsCutOffAnywhereSaysSo() throws IOException {
    byte[] good = good();
    for (int length = 10; length < good.length; length += 97) {
      assertEquals(
          "a/B.class is cut off or damaged", refusal(Arrays.copyOf(good, length)), "at " + length);
    }
  }

  @Test
  void whatANewerJavaMadeSaysWhichOne() throws IOException {
    byte[] file = good();
    file[6] = 0;
    file[7] = 100;
    assertEquals(
        "a/B.class is a class file of Java 56, which is too new to be read", refusal(file));
  }
}
