package org.refverify.fuzzer.run;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Standard output and error of the runs, and an empty standard input. */
final class Streams {
  static final Captured OUT = new Captured();
  static final Captured ERR = new Captured();

  private static final int LONGEST_FRAME = 500;

  private Streams() {}

  /**
   * Redirects the streams: from here on nothing that a subject prints leaves the virtual machine.
   */
  static void install() {
    System.setIn(new ByteArrayInputStream(new byte[0]));
    System.setOut(printing(OUT));
    System.setErr(printing(ERR));
  }

  private static PrintStream printing(OutputStream to) {
    try {
      return new PrintStream(to, true, "UTF-8");
    } catch (UnsupportedEncodingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Keeps the first 64 KiB, and a hash of everything except the frames of printed stack traces,
   * because the place of code is not behaviour.
   */
  static final class Captured extends OutputStream {
    private byte[] kept = new byte[256];
    private int size;
    private long hash;
    private int lineSize;
    private boolean lineStarts = true;
    private final byte[] line = new byte[LONGEST_FRAME];

    void begin() {
      size = 0;
      hash = 0;
      lineSize = 0;
      lineStarts = true;
    }

    /** The hash; 0 if nothing was written. */
    long hash() {
      flushLine();
      return hash;
    }

    String text() {
      flushLine();
      return new String(kept, 0, size, StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void write(int b) {
      if (lineSize > 0 || lineStarts && b == '\t') {
        line[lineSize++] = (byte) b;
        if (b == '\n' && isFrame()) {
          lineSize = 0;
        } else if (b == '\n' || lineSize == line.length) {
          flushLine();
        }
      } else {
        put(b);
      }
      lineStarts = b == '\n';
    }

    private boolean isFrame() {
      String text = new String(line, 0, lineSize, StandardCharsets.UTF_8).trim();
      return text.startsWith("at ") || text.startsWith("... ") && text.endsWith(" more");
    }

    private synchronized void flushLine() {
      for (int i = 0; i < lineSize; i++) {
        put(line[i]);
      }
      lineSize = 0;
    }

    private void put(int b) {
      hash = hash * 0x100000001B3L + (b & 0xFF) + 1;
      if (size == kept.length && size < 1 << 16) {
        kept = Arrays.copyOf(kept, 2 * size);
      }
      if (size < kept.length) {
        kept[size++] = (byte) b;
      }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) {
      for (int i = from; i < from + count; i++) {
        write(bytes[i]);
      }
    }
  }
}
