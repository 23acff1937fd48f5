package org.refverify.fuzzer.campaign;

import java.util.Collections;
import java.util.Map;
import org.refverify.fuzzer.recipe.JsonObject;

/** The old version of an entry differs from itself. */
final class UnsteadyRecord implements JournalRecord {
  final String entry;

  UnsteadyRecord(String entry) {
    this.entry = entry;
  }

  static UnsteadyRecord read(JsonObject content) {
    return new UnsteadyRecord(content.text("entry"));
  }

  @Override
  public Kind kind() {
    return Kind.UNSTEADY;
  }

  @Override
  public Map<String, Object> content() {
    return Collections.<String, Object>singletonMap("entry", entry);
  }
}
