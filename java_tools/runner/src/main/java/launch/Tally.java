package launch;

/**
 * What an engine reported to this listener, and what the engine counted itself.
 *
 * <p>A listener that was removed from a run, or whose notifications were swallowed, has heard less
 * than the engine's own. Both counts are reported, and the reader compares them.
 */
final class Tally {
  private long started;
  private long finished;
  private long failed;
  private long skipped;
  private long succeeded;
  private long torn;
  private String engine = "";

  synchronized void started() {
    started++;
  }

  synchronized void finished() {
    finished++;
  }

  /** Records that a test of JUnit Platform ended with this status. */
  synchronized void finished(String status) {
    finished++;
    failed += status.equals("FAILED") ? 1 : 0;
    skipped += status.equals("ABORTED") ? 1 : 0;
    succeeded += status.equals("SUCCESSFUL") ? 1 : 0;
  }

  synchronized void failed() {
    failed++;
  }

  synchronized void skipped() {
    skipped++;
  }

  /** Records that a notification could not be processed. */
  synchronized void torn() {
    torn++;
  }

  /**
   * Sets the engine's own numbers; every test that it ran must have been started and finished here.
   */
  void engine(long run, long failed, long skipped, long succeeded) {
    engine = text(run, run, failed, skipped, succeeded, 0);
  }

  /** Writes both counts, each as one line of text; they are equal if nothing was lost. */
  synchronized void report(Events events, String kind) {
    String told = text(started, finished, failed, skipped, succeeded, torn);
    events.write("event", "counts", "of", kind, "told", told, "engine", engine);
  }

  private static String text(
      long started, long finished, long failed, long skipped, long succeeded, long torn) {
    return started
        + " started, "
        + finished
        + " finished, "
        + failed
        + " failed, "
        + skipped
        + " skipped, "
        + succeeded
        + " succeeded, "
        + torn
        + " lost";
  }
}
