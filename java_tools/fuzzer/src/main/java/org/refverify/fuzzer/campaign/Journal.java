package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.refverify.common.JsonWriter;
import org.refverify.fuzzer.recipe.JsonObject;
import org.refverify.fuzzer.recipe.JsonReader;

/** The worker's findings, one JSON object per line, each flushed at once. */
final class Journal {
  private static final String KIND = "kind";

  private final Writer out;

  /** One line of a journal. */
  static final class Line {
    final JournalRecord.Kind kind;
    final JsonObject content;

    private Line(JsonObject content) {
      this.kind = JournalRecord.Kind.valueOf(content.text(KIND).toUpperCase(Locale.ROOT));
      this.content = content;
    }
  }

  Journal(Path file) throws IOException {
    out =
        Files.newBufferedWriter(
            file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  void write(JournalRecord record) {
    Map<String, Object> line = new LinkedHashMap<String, Object>();
    line.put(KIND, record.kind().name().toLowerCase(Locale.ROOT));
    line.putAll(record.content());
    try {
      out.write(JsonWriter.write(line) + "\n");
      out.flush();
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  /** All complete lines; a line that the worker's death cut is omitted. */
  static List<Line> read(Path file) throws IOException {
    List<Line> lines = new ArrayList<Line>();
    if (!Files.exists(file)) {
      return lines;
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
      if (!line.isEmpty()) {
        lines.add(new Line(JsonObject.of(JsonReader.read(line))));
      }
    }
    return lines;
  }
}
