package launch;

import java.io.ByteArrayOutputStream;
import java.io.UnsupportedEncodingException;
import java.util.ArrayList;
import java.util.List;

/** Events in memory: the JSON of each, in order. */
final class EventLines {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  final Events events = new Events(new byte[] {1}, out);

  List<String> texts() throws UnsupportedEncodingException {
    List<String> found = new ArrayList<>();
    for (String line : out.toString("US-ASCII").split("\n")) {
      if (!line.isEmpty()) {
        found.add(line.split(" ", 4)[3]);
      }
    }
    return found;
  }
}
