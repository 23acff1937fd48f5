package org.refverify.prover.compile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The most recently used texts of files, keyed by content: both versions of a change, and the next
 * commit, share nearly all files.
 */
public final class KeptTexts {
  private final long most;
  private final Map<Object, String> texts = new LinkedHashMap<>(16, 0.75f, true);
  private long size;

  /**
   * Starts empty.
   *
   * @param most the greatest number of characters to keep
   */
  public KeptTexts(long most) {
    this.most = most;
  }

  /** The kept text, or the text that is read now. */
  String text(Object id, Supplier<String> read) {
    String text = texts.get(id);
    if (text == null) {
      text = read.get();
      texts.put(id, text);
      size += text.length();
      while (size > most) {
        Object oldest = texts.keySet().iterator().next();
        size -= texts.remove(oldest).length();
      }
    }
    return text;
  }
}
