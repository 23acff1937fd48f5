package org.refverify.runner;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What to run, read from standard input as lines {@code word value} until its end.
 *
 * <p>Words: {@code key} (hex, authenticates events), {@code secret} (what the red canary fails
 * with), {@code canary} (its class name), {@code launcher} ({@code junit4} or {@code platform}),
 * {@code class} (a test class), {@code parameter} ({@code name=value} for JUnit Platform), {@code
 * include-tag} and {@code exclude-tag} (tag expressions).
 */
final class Plan {
  private final Map<String, List<String>> values = new LinkedHashMap<>();

  static Plan read(InputStream in) throws IOException {
    Plan plan = new Plan();
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int space = line.indexOf(' ');
      if (space > 0) {
        plan.values
            .computeIfAbsent(line.substring(0, space), word -> new ArrayList<>())
            .add(line.substring(space + 1));
      }
    }
    return plan;
  }

  /** All values of a word, in order; empty where there is none. */
  List<String> all(String word) {
    return values.getOrDefault(word, new ArrayList<>());
  }

  /**
   * The only value of a word, which is then forgotten: what must stay unknown to the code under
   * test lives in local variables alone.
   */
  String take(String word) {
    List<String> all = all(word);
    values.remove(word);
    if (all.size() != 1) {
      throw new IllegalArgumentException(word + " is needed exactly once");
    }
    return all.get(0);
  }

  /** The key that authenticates events; forgotten like every value that is taken. */
  byte[] takeKey() {
    String hex = take("key");
    byte[] key = new byte[hex.length() / 2];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    return key;
  }
}
