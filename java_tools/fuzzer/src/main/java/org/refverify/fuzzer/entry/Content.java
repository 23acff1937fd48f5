package org.refverify.fuzzer.entry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** The content of a stream; {@code InputStream.readAllBytes} is only available from Java 9 on. */
public final class Content {
  private Content() {}

  /** All bytes from here to the end; the stream remains open. */
  public static byte[] of(InputStream in) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    byte[] part = new byte[8192];
    for (int n = in.read(part); n >= 0; n = in.read(part)) {
      content.write(part, 0, n);
    }
    return content.toByteArray();
  }
}
