package launch;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

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
  private final AgentSessions sessions;
  private final Map<String, Integer> seen = new HashMap<>();
  private final Set<String> passedClasses = new LinkedHashSet<>();
  private Set<String> known = Collections.emptySet();
  private Runnable stop = () -> {};

  Results(Events events, String kind) {
    this(events, kind, AgentSessions.NONE);
  }

  Results(Events events, String kind, AgentSessions sessions) {
    this.events = events;
    this.kind = kind;
    this.sessions = sessions;
  }

  /**
   * Ends the run with the first failure.
   *
   * @param known tests that fail anyway; none of them ends it
   * @param stop what ends it, once the failure is written
   */
  void stopAtFailure(Set<String> known, Runnable stop) {
    this.known = known;
    this.stop = stop;
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
    sessions.took(id);
    synchronized (this) {
      passedClasses.add(id.substring(0, Math.max(0, id.indexOf('#'))));
    }
    events.write("event", kind, "id", id, "outcome", "passed");
  }

  void skipped(String id, String why) {
    sessions.took(id);
    events.write("event", kind, "id", id, "outcome", "skipped", "message", why);
  }

  void skipped(String id, Throwable why) {
    skipped(id, brief(why));
  }

  void failed(String id, Throwable cause) {
    sessions.took(id);
    events.write("event", kind, "id", id, "outcome", "failed", "message", describe(cause));
    if (!known.contains(id)) {
      stop.run();
    }
  }

  /** The classes of which a test passed: these are initialised. */
  synchronized Set<String> passedClasses() {
    return new LinkedHashSet<>(passedClasses);
  }

  /** What an exception says in one line; its class where it cannot be asked, by its own fault. */
  private static String brief(Throwable cause) {
    if (cause == null) {
      return "";
    }
    try {
      return String.valueOf(cause);
    } catch (Throwable e) {
      return cause.getClass().getName();
    }
  }

  private static String describe(Throwable cause) {
    if (cause == null) {
      return "";
    }
    try {
      StringWriter text = new StringWriter();
      cause.printStackTrace(new PrintWriter(text));
      return text.toString();
    } catch (Throwable e) {
      return cause.getClass().getName();
    }
  }
}
