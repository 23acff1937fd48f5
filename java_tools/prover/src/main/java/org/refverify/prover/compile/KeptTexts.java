package org.refverify.prover.compile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Texts of files by their content, those that were asked for last: both versions of a change, and
 * the next commit, share nearly all files.
 */
public final class KeptTexts {
  private final long most;
  private final Map<Object, String> texts = new LinkedHashMap<>(16, 0.75f, true);
  private long size;

  /**
   * Nothing is kept yet.
   *
   * @param most characters that are kept at most
   */
  public KeptTexts(long most) {
    this.most = most;
  }

  /** A text that is kept, or read now. */
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
