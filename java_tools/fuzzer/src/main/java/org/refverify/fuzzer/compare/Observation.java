package org.refverify.fuzzer.compare;

/** One run's effects by channel: hashes always, readable texts where they were asked for. */
public final class Observation {
  /** How the run ended. */
  public final End end;

  /** Binary name of what was thrown, with old class names; null where nothing was. */
  public final String thrown;

  private final long[] hashes;
  private final String[] texts;

  /**
   * Takes both arrays by {@link Channel#ordinal()}.
   *
   * @param thrown {@link GraphWriter#name(Class)} of what was thrown; null where nothing was
   * @param hashes 0 for a channel without value
   * @param texts null where no texts were rendered
   */
  public Observation(End end, String thrown, long[] hashes, String[] texts) {
    this.end = end;
    this.thrown = thrown;
    this.hashes = hashes.clone();
    this.texts = texts == null ? new String[0] : texts.clone();
  }

  /** Hash of the channel's canonical form; 0 where it has none. */
  public long hash(Channel channel) {
    return hashes[channel.ordinal()];
  }

  /** The channel's readable form; empty where it has none or no texts were rendered. */
  public String text(Channel channel) {
    String text = channel.ordinal() < texts.length ? texts[channel.ordinal()] : null;
    return text == null ? "" : text;
  }

  /** Whether every channel but the message agrees: the fast way. */
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
