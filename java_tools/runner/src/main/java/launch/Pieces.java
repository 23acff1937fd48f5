package launch;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A message of a channel: a number of sixteen bytes, the number of bytes that follow, and named
 * pieces. A piece is two lengths of four bytes, its name (UTF-8) and its content, so that no
 * content can end it early.
 */
final class Pieces {
  private static final int NUMBER = 16;

  final byte[] number;
  final Map<String, byte[]> named = new LinkedHashMap<>();

  Pieces(byte[] number) {
    this.number = number;
  }

  /** The next message; null at the end of the channel. */
  static Pieces read(DataInputStream in) throws IOException {
    int first = in.read();
    if (first < 0) {
      return null;
    }
    byte[] number = new byte[NUMBER];
    number[0] = (byte) first;
    in.readFully(number, 1, NUMBER - 1);
    Pieces found = new Pieces(number);
    byte[] all = new byte[in.readInt()];
    in.readFully(all);
    for (int at = 0; at < all.length; ) {
      int name = at + 2 * Integer.BYTES;
      int content = name + number(all, at);
      int end = content + number(all, at + Integer.BYTES);
      found.named.put(
          new String(Arrays.copyOfRange(all, name, content), StandardCharsets.UTF_8),
          Arrays.copyOfRange(all, content, end));
      at = end;
    }
    return found;
  }

  private static int number(byte[] all, int at) {
    return ByteBuffer.wrap(all, at, Integer.BYTES).getInt();
  }

  /** Writes the whole message; the reader receives it at once. */
  void write(DataOutputStream out) throws IOException {
    int length = 0;
    for (Map.Entry<String, byte[]> each : named.entrySet()) {
      int piece = 2 * Integer.BYTES + each.getKey().getBytes(StandardCharsets.UTF_8).length;
      length = Math.addExact(length, Math.addExact(piece, each.getValue().length));
    }
    out.write(number);
    out.writeInt(length);
    for (Map.Entry<String, byte[]> each : named.entrySet()) {
      byte[] name = each.getKey().getBytes(StandardCharsets.UTF_8);
      out.writeInt(name.length);
      out.writeInt(each.getValue().length);
      out.write(name);
      out.write(each.getValue());
    }
    out.flush();
  }
}
