package org.refverify.fuzzer.compare;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A fixed text of a graph (names of types and fields, markers) with its precomputed hash. */
final class Word {
  private static final ConcurrentMap<String, Word> ALL = new ConcurrentHashMap<String, Word>();

  static final Word NULL = of("null");
  static final Word CAPPED = of("<too many objects>");
  static final Word DEEP = of("<too deep>");

  final String text;
  final long hash;

  private Word(String text) {
    this.text = text;
    this.hash = hash(text);
  }

  static Word of(String text) {
    Word known = ALL.get(text);
    if (known == null) {
      known = new Word(text);
      ALL.put(text, known);
    }
    return known;
  }

  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L ^ text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }
}
