package org.refverify.prover.compile;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** The only rule that decodes a source file's bytes, the same as in Python. */
final class SourceText {
  private SourceText() {}

  /**
   * Decodes UTF-8, and reads every byte that is not UTF-8 as ISO 8859-1. A byte order mark is not
   * part of the text.
   */
  static String decode(byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      if (!result.isMalformed()) {
        String text = out.flip().toString();
        return text.startsWith("\ufeff") ? text.substring(1) : text;
      }
      for (int left = result.length(); left > 0; left--) {
        out.put((char) (in.get() & 0xff));
      }
      decoder.reset();
    }
  }
}
