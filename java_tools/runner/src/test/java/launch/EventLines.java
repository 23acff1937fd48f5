package launch;

import java.io.ByteArrayOutputStream;
import java.io.UnsupportedEncodingException;
import java.util.ArrayList;
import java.util.List;

/** Events in memory: the JSON of each, in order. */
final class EventLines {
  private static final String OUTCOME = "\"outcome\":\"";

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

  String last() throws UnsupportedEncodingException {
    List<String> all = texts();
    return all.get(all.size() - 1);
  }

  /** The tests of a class with their outcomes, in the order of their names. */
  List<String> outcomes(Class<?> type) throws UnsupportedEncodingException {
    String start = "{\"event\":\"test\",\"id\":\"" + type.getName() + "#";
    List<String> found = new ArrayList<>();
    for (String text : texts()) {
      if (text.startsWith(start)) {
        found.add(text.substring(start.length()).split("\",\"|\"}")[0] + " " + outcome(text));
      }
    }
    found.sort(null);
    return found;
  }

  /** The event that counts tests if nothing was lost. */
  static String counts(String each) {
    String format =
        "{\"event\":\"counts\",\"of\":\"test\",\"told\":\"%1$s, 0 lost\",\"engine\":\"%1$s, 0"
            + " lost\"}";
    return String.format(format, each);
  }

  private static String outcome(String text) {
    String rest = text.substring(text.indexOf(OUTCOME) + OUTCOME.length());
    return rest.substring(0, rest.indexOf('"'));
  }
}
