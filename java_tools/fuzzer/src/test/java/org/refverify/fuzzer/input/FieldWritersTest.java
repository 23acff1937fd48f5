package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.entry.ClassFiles;

class FieldWritersTest {
  private static final String SOURCE =
      """
      class Top {
        int high;
        Top(int high) { this.high = high; }
        void setHigh(int other, int value) { high = value; }
      }
      class A extends Top {
        long wide; boolean on; String text; int never;
        A(String text, int high) { super(high); this.text = text; }
        A(int high) { this("none", high); }
        void setWide(int other, long value) { wide = value; }
        void enable() { on = true; }
        void disable() { on = false; }
        void reckon(int value) { never = value + 1; }
        private void hide(String value) { text = value; }
        String text() { return text; }
        String trimmed() { return text.trim(); }
      }
      """;

  @TempDir static Path folder;
  private static FieldWriters writers;

  @BeforeAll
  static void compile() throws IOException {
    Path source = Files.writeString(folder.resolve("A.java"), SOURCE);
    ToolProvider.getSystemJavaCompiler()
        .run(null, null, null, "-d", folder.toString(), source.toString());
    writers = new FieldWriters(new ClassFiles(List.of(folder.toString()), List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "text,  <init>(Ljava/lang/String;I)V 0",
    "wide,  setWide(IJ)V 1",
    "on,    enable()V =1 disable()V =0",
    "high,  <init>(Ljava/lang/String;I)V 1 <init>(I)V 0 setHigh(II)V 1",
    "never, ''",
  })
  void aWriterIsWhatAnyoneCanCallAndWhatPutsItsParameterOrAConstantThere(
      String field, String expected) {
    List<String> found =
        writers.of("A", field).stream()
            .map(
                each ->
                    each.name
                        + each.descriptor
                        + (each.parameter < 0 ? " =" + each.constant : " " + each.parameter))
            .toList();

    assertEquals(expected, String.join(" ", found));
  }

  @Test
  void aMethodThatReturnsAFieldIsKnownByIt() {
    assertEquals("text", writers.returned("A", "text"));
    assertNull(writers.returned("A", "trimmed"));
    assertNull(writers.returned("A", "missing"));
  }
}
