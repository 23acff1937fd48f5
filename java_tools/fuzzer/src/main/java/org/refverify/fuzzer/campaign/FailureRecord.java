package org.refverify.fuzzer.campaign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.refverify.fuzzer.recipe.JsonObject;

/** The engine itself failed in a worker: the campaign reports this and ends without a verdict. */
final class FailureRecord implements JournalRecord {
  final String message;
  final List<String> trace;

  private FailureRecord(String message, List<String> trace) {
    this.message = message;
    this.trace = trace;
  }

  static FailureRecord of(Throwable failure) {
    List<String> trace = new ArrayList<String>();
    for (StackTraceElement element : failure.getStackTrace()) {
      trace.add(element.toString());
    }
    return new FailureRecord(failure.toString(), trace);
  }

  static FailureRecord read(JsonObject content) {
    return new FailureRecord(content.text("message"), content.texts("trace"));
  }

  @Override
  public Kind kind() {
    return Kind.FAILED;
  }

  @Override
  public Map<String, Object> content() {
    Map<String, Object> content = new LinkedHashMap<String, Object>();
    content.put("message", message);
    content.put("trace", trace);
    return content;
  }

  @Override
  public String toString() {
    return message + " " + trace;
  }
}
