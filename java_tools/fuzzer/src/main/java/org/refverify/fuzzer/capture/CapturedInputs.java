package org.refverify.fuzzer.capture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.JsonReader;
import org.refverify.fuzzer.recipe.RecipeJson;

/** The inputs that an agent wrote, by entry. */
public final class CapturedInputs {
  /** Nothing was captured. */
  public static final CapturedInputs NONE = new CapturedInputs();

  private final Map<String, List<Input>> byEntry = new HashMap<String, List<Input>>();

  private CapturedInputs() {}

  /**
   * Reads a file; a line that a crash cut off is omitted.
   *
   * @throws IOException the file cannot be read
   */
  public static CapturedInputs read(Path file) throws IOException {
    CapturedInputs captured = new CapturedInputs();
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    for (String line : text.split("\n")) {
      if (!line.isEmpty()) {
        captured.add(line);
      }
    }
    return captured;
  }

  private void add(String line) {
    try {
      Map<?, ?> map = (Map<?, ?>) JsonReader.read(line);
      Input input = RecipeJson.readInput(map.get("input"));
      String entry = String.valueOf(map.get("entry"));
      byEntry.computeIfAbsent(entry, e -> new ArrayList<Input>()).add(input);
    } catch (IllegalArgumentException | ClassCastException cutOff) {
      return;
    }
  }

  /** The inputs of the method's calls, in their order; empty if there were none. */
  public List<Input> of(MethodName entry) {
    List<Input> inputs = byEntry.get(entry.toString());
    return inputs == null ? Collections.<Input>emptyList() : Collections.unmodifiableList(inputs);
  }
}
