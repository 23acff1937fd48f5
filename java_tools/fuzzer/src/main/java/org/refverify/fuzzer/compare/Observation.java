package org.refverify.fuzzer.compare;

/** One run's effects by channel: always as hashes, as readable texts on request. */
public final class Observation {
  /** The end of the run. */
  public final End end;

  /** Binary name of the exception's class, with old class names; null if none was thrown. */
  public final String thrown;

  private final long[] hashes;
  private final String[] texts;

  /**
   * Takes both arrays by {@link Channel#ordinal()}.
   *
   * @param thrown {@link GraphWriter#name(Class)} of the exception; null if none was thrown
   * @param hashes 0 for a channel without a value
   * @param texts null if no texts were rendered
   */
  public Observation(End end, String thrown, long[] hashes, String[] texts) {
    this.end = end;
    this.thrown = thrown;
    this.hashes = hashes.clone();
    this.texts = texts == null ? new String[0] : texts.clone();
  }

  /** Hash of the channel's canonical form; 0 if there is none. */
  public long hash(Channel channel) {
    return hashes[channel.ordinal()];
  }

  /** The channel's readable form; empty if there is none or no texts were rendered. */
  public String text(Channel channel) {
    String text = channel.ordinal() < texts.length ? texts[channel.ordinal()] : null;
    return text == null ? "" : text;
  }

  /** Whether every channel except the message agrees; this is the fast check. */
  public boolean sameAs(Observation other) {
    if (end != other.end) {
      return false;
    }
    for (Channel channel : Channel.values()) {
      if (channel != Channel.MESSAGE && hash(channel) != other.hash(channel)) {
        return false;
      }
    }
    return true;
  }
}
