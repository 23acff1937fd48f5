package org.refverify.runner;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;

/**
 * Turns what a JUnit engine tells into events with stable ids.
 *
 * <p>An id is {@code pkg.Class#method}; the n-th further test of that name gets {@code [n]}, and so
 * does every test whose name holds more than an identifier (a parameterised one).
 */
final class Results {
  /** Stands for the class itself, where its set-up failed or it was skipped as a whole. */
  static final String WHOLE_CLASS = "<class>";

  private final Events events;
  private final String kind;
  private final Map<String, Integer> seen = new HashMap<>();

  Results(Events events, String kind) {
    this.events = events;
    this.kind = kind;
  }

  /** Whether these are the subject's tests and not ours. */
  boolean ofSubject() {
    return kind.equals("test");
  }

  /** Numbers a test by the order in which tests of its name come. */
  synchronized String number(String className, String name) {
    int end = 0;
    while (end < name.length() && Character.isJavaIdentifierPart(name.charAt(end))) {
      end++;
    }
    String id = className + "#" + name.substring(0, end);
    int count = seen.merge(id, 1, Integer::sum);
    return end == name.length() && count == 1 ? id : id + "[" + count + "]";
  }

  void passed(String id) {
    events.write("event", kind, "id", id, "outcome", "passed");
  }

  void skipped(String id, String why) {
    events.write("event", kind, "id", id, "outcome", "skipped", "message", why);
  }

  void failed(String id, Throwable cause) {
    events.write("event", kind, "id", id, "outcome", "failed", "message", describe(cause));
  }

  private static String describe(Throwable cause) {
    if (cause == null) {
      return "";
    }
    try {
      StringWriter text = new StringWriter();
      cause.printStackTrace(new PrintWriter(text));
      return text.toString();
    } catch (RuntimeException | StackOverflowError e) {
      return cause.getClass().getName();
    }
  }
}
