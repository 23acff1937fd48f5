package org.refverify.fuzzer.campaign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.refverify.fuzzer.compare.Channel;
import org.refverify.fuzzer.compare.End;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.recipe.JsonObject;

/** An observation as plain data, to pass it from a clean JVM to the supervisor. */
final class ObservationJson {
  private static final int HEX = 16;

  private ObservationJson() {}

  static Map<String, Object> write(Observation seen) {
    Map<String, Object> content = new LinkedHashMap<String, Object>();
    content.put("end", seen.end.name());
    content.put("thrown", seen.thrown);
    List<String> hashes = new ArrayList<String>();
    List<String> texts = new ArrayList<String>();
    for (Channel channel : Channel.values()) {
      // A hash uses all 64 bits: many readers would round it as a JSON number.
      hashes.add(Long.toHexString(seen.hash(channel)));
      texts.add(seen.text(channel));
    }
    content.put("hashes", hashes);
    content.put("texts", texts);
    return content;
  }

  static Observation read(JsonObject content) {
    List<String> written = content.texts("hashes");
    long[] hashes = new long[Channel.values().length];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = Long.parseUnsignedLong(written.get(i), HEX);
    }
    String[] texts = content.texts("texts").toArray(new String[0]);
    return new Observation(
        End.valueOf(content.text("end")), content.textOrNull("thrown"), hashes, texts);
  }
}
