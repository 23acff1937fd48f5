package launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.refverify.common.JsonWriter;

/**
 * Writes numbered events to the original standard output, each authenticated together with all
 * previous events.
 *
 * <p>A line is {@code @event <number> <mac> <json>}; the code is HMAC-SHA256 over the previous
 * code, the number and the JSON text. A line break precedes each line, so that a partial line
 * printed by other code cannot swallow an event.
 */
final class Events {
  private static final int LONGEST_TEXT = 4000;

  private final OutputStream out;
  private final Hmac hmac;
  private byte[] previous = new byte[0];
  private long number;

  /** Starts a chain on the original standard output; overwrites the key. */
  Events(byte[] key) {
    this(key, new FileOutputStream(FileDescriptor.out));
  }

  Events(byte[] key, OutputStream out) {
    this.out = out;
    hmac = new Hmac(key);
    Arrays.fill(key, (byte) 0);
  }

  /** Writes one event; the fields are name, value, name, value. */
  synchronized void write(String... fields) {
    String json = json(fields);
    byte[] payload = (number + " " + json).getBytes(StandardCharsets.US_ASCII);
    previous = hmac.of(previous, payload);
    String line = "\n@event " + number + " " + hex(previous) + " " + json + "\n";
    number++;
    try {
      out.write(line.getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String json(String... fields) {
    JsonWriter json = new JsonWriter().open('{');
    for (int i = 0; i < fields.length; i += 2) {
      String value = fields[i + 1];
      json.key(fields[i]).string(value.substring(0, Math.min(value.length(), LONGEST_TEXT)));
    }
    return json.close('}').toString();
  }

  /** Bytes as lower-case hexadecimal digits. */
  static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      text.append(Character.forDigit((b >> 4) & 15, 16)).append(Character.forDigit(b & 15, 16));
    }
    return text.toString();
  }
}
