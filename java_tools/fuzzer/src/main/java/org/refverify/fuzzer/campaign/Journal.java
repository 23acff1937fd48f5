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
import java.util.Map;
import org.refverify.fuzzer.recipe.Json;

/** What the worker found, one JSON object a line, flushed at once. */
final class Journal {
  private final Writer out;

  Journal(Path file) throws IOException {
    out =
        Files.newBufferedWriter(
            file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  void write(String kind, Map<String, ?> content) {
    Map<String, Object> record = new LinkedHashMap<String, Object>();
    record.put("kind", kind);
    record.putAll(content);
    try {
      out.write(Json.write(record) + "\n");
      out.flush();
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  /** All whole records; a line that the worker's death cut is left out. */
  static List<Map<?, ?>> read(Path file) throws IOException {
    List<Map<?, ?>> records = new ArrayList<Map<?, ?>>();
    if (!Files.exists(file)) {
      return records;
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
      if (!line.isEmpty()) {
        records.add((Map<?, ?>) Json.read(line));
      }
    }
    return records;
  }
}
