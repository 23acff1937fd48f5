package launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The plan of a run, read from standard input as lines {@code word value} until its end.
 *
 * <p>Words: {@code key} (hex, authenticates events), {@code secret} (the message with which the red
 * canary fails), {@code canary} (its class name), {@code launcher} ({@code junit4} or {@code
 * platform}), {@code class} (a test class), {@code parameter} ({@code name=value} for JUnit
 * Platform), {@code include-tag} and {@code exclude-tag} (tag expressions), {@code assertions}
 * ({@code on} if the keyword {@code assert} must work), {@code until} ({@code failure} if the first
 * one ends the run) and {@code fails} (the id of a test whose failure does not end it).
 *
 * <p>Values that the code under test must not know are never kept as text. They are kept as bytes,
 * which are overwritten when they are taken, as is every buffer that contained them.
 */
final class Plan {
  private static final List<String> SECRETS = Arrays.asList("key", "secret", "canary");

  private final Map<String, List<String>> values = new LinkedHashMap<>();
  private final Map<String, byte[]> secrets = new LinkedHashMap<>();

  static Plan read(InputStream in) throws IOException {
    Plan plan = new Plan();
    byte[] all = new byte[1 << 12];
    int length = 0;
    for (int read = in.read(all, 0, all.length); read >= 0; ) {
      length += read;
      if (length == all.length) {
        byte[] larger = Arrays.copyOf(all, 2 * length);
        Arrays.fill(all, (byte) 0);
        all = larger;
      }
      read = in.read(all, length, all.length - length);
    }
    for (int start = 0, end; start < length; start = end + 1) {
      end = start;
      while (end < length && all[end] != '\n') {
        end++;
      }
      plan.line(all, start, end);
    }
    Arrays.fill(all, (byte) 0);
    return plan;
  }

  private void line(byte[] all, int start, int end) {
    int space = start;
    while (space < end && all[space] != ' ') {
      space++;
    }
    if (space == start || space == end) {
      return;
    }
    String word = new String(all, start, space - start, StandardCharsets.UTF_8);
    if (SECRETS.contains(word)) {
      if (secrets.put(word, Arrays.copyOfRange(all, space + 1, end)) != null) {
        throw new IllegalArgumentException(word + " is needed exactly once");
      }
      return;
    }
    String value = new String(all, space + 1, end - space - 1, StandardCharsets.UTF_8);
    values.computeIfAbsent(word, any -> new ArrayList<>()).add(value);
  }

  /** All values of a word, in order; empty if there are none. */
  List<String> all(String word) {
    return values.getOrDefault(word, new ArrayList<>());
  }

  /** Whether JUnit Platform may run several tests at the same time. */
  boolean runsInParallel() {
    return all("parameter").contains("junit.jupiter.execution.parallel.enabled=true");
  }

  /** Whether the first failure ends the run. */
  boolean stopsAtFailure() {
    return all("until").contains("failure");
  }

  /** The only value of a word; removes it from the plan. */
  String take(String word) {
    List<String> all = all(word);
    values.remove(word);
    if (all.size() != 1) {
      throw new IllegalArgumentException(word + " is needed exactly once");
    }
    return all.get(0);
  }

  /** A secret as text, which from then on remains in memory; ask for it as late as possible. */
  String takeSecret(String word) {
    byte[] secret = secret(word);
    String text = new String(secret, StandardCharsets.UTF_8);
    Arrays.fill(secret, (byte) 0);
    return text;
  }

  /** The key that authenticates events; the caller must overwrite it. */
  byte[] takeKey() {
    byte[] hex = secret("key");
    byte[] key = new byte[hex.length / 2];
    for (int i = 0; i < key.length; i++) {
      int high = Character.digit(hex[2 * i], 16);
      key[i] = (byte) (high << 4 | Character.digit(hex[2 * i + 1], 16));
    }
    Arrays.fill(hex, (byte) 0);
    return key;
  }

  private byte[] secret(String word) {
    byte[] secret = secrets.remove(word);
    if (secret == null) {
      throw new IllegalArgumentException(word + " is needed exactly once");
    }
    return secret;
  }
}
