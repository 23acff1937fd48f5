package org.refverify.fuzzer.campaign;

import java.util.LinkedHashMap;
import java.util.Map;
import org.refverify.fuzzer.recipe.JsonObject;

/** A hidden method differs, but no caller showed the difference. */
final class HintRecord implements JournalRecord {
  final String entry;

  /** Whether any code that gets an object of its class can call it. */
  final boolean escapes;

  HintRecord(String entry, boolean escapes) {
    this.entry = entry;
    this.escapes = escapes;
  }

  static HintRecord read(JsonObject content) {
    return new HintRecord(content.text("entry"), content.truth("escapes"));
  }

  @Override
  public Kind kind() {
    return Kind.HINT;
  }

  @Override
  public Map<String, Object> content() {
    Map<String, Object> content = new LinkedHashMap<String, Object>();
    content.put("entry", entry);
    content.put("escapes", escapes);
    return content;
  }
}
