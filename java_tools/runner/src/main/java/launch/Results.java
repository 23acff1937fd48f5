package launch;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Converts the notifications of a JUnit engine to events with stable ids.
 *
 * <p>An id is {@code pkg.Class#method}. The second and each further test of the same name gets
 * {@code [n]}, and so does every test whose name contains more than an identifier (a parameterised
 * one).
 */
final class Results {
  /** The name of the class itself, if its set-up failed or it was skipped as a whole. */
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
   * Ends the run at the first failure.
   *
   * @param known tests that always fail; they do not end it
   * @param stop ends the run once the failure is written
   */
  void stopAtFailure(Set<String> known, Runnable stop) {
    this.known = known;
    this.stop = stop;
  }

  /** Whether these are the subject's tests and not canaries. */
  boolean ofSubject() {
    return kind.equals("test");
  }

  /** Numbers a test by its order among the tests of its name. */
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

  /** The classes with a passed test: these are initialised. */
  synchronized Set<String> passedClasses() {
    return new LinkedHashSet<>(passedClasses);
  }

  /** The exception's text in one line; its class if the exception itself throws. */
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
