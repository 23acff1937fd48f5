package launch;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;

/**
 * Takes the data of JaCoCo's agent after each test and appends it to a file, as a session with the
 * test's id. A checksum is updated during the writing, so that a later change of the file is
 * detected.
 */
class AgentSessions {
  private static final int LONGEST_ID = 4000;
  private static final long MOST_BY_TEST = 48L << 20;

  /** No agent: nothing is recorded. */
  static final AgentSessions NONE = new AgentSessions();

  private AgentSessions() {}

  /**
   * The sessions of the agent in this JVM.
   *
   * @param file where to write
   * @param byTest whether tests run one after the other, so that each can have its own session
   */
  static AgentSessions of(String file, boolean byTest) throws IOException {
    try {
      Class<?> type = Class.forName("org.jacoco.agent.rt.IAgent");
      Object agent = Class.forName("org.jacoco.agent.rt.RT").getMethod("getAgent").invoke(null);
      return new OfAgent(agent, type, file, byTest);
    } catch (GeneralSecurityException | ReflectiveOperationException e) {
      throw new IllegalStateException("JaCoCo's agent does not answer", e);
    }
  }

  /** Called after each test. */
  void took(String test) {}

  /** Ends the recording and reports what was written. */
  void end(Events events) throws IOException {}

  private static final class OfAgent extends AgentSessions {
    private final Object agent;
    private final Method data;
    private final Method name;
    private final MessageDigest digest = MessageDigest.getInstance("SHA-256");
    private final OutputStream out;
    private final boolean byTest;
    private long written;

    OfAgent(Object agent, Class<?> type, String file, boolean byTest)
        throws IOException, GeneralSecurityException, ReflectiveOperationException {
      this.agent = agent;
      this.byTest = byTest;
      data = type.getMethod("getExecutionData", boolean.class);
      name = type.getMethod("setSessionId", String.class);
      new File(file).getAbsoluteFile().getParentFile().mkdirs();
      out = new FileOutputStream(file);
    }

    @Override
    synchronized void took(String test) {
      // Data above a limit goes into the last session, without the names of its tests.
      if (byTest && written < MOST_BY_TEST) {
        append(test.length() > LONGEST_ID ? test.substring(0, LONGEST_ID) : test);
      }
    }

    @Override
    synchronized void end(Events events) throws IOException {
      append("");
      out.close();
      String sum = Events.hex(digest.digest());
      events.write("event", "recording", "sha256", sum, "by", byTest ? "test" : "run");
    }

    private void append(String session) {
      try {
        name.invoke(agent, session);
        byte[] taken = (byte[]) data.invoke(agent, true);
        digest.update(taken);
        written += taken.length;
        out.write(taken);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("JaCoCo's agent does not answer", e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
