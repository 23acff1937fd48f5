package org.refverify.fuzzer.emit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Methods that an emitted test brings along where it needs them. */
enum Helper {
  /** {@code type}, {@code name}. */
  NAMES,
  /** {@code constant}, {@code call}, {@code set}. */
  REFLECTION,
  /** {@code moved}. */
  MOVED,
  /** {@code allocate}. */
  ALLOCATION,
  /** {@code standIn}. */
  STAND_INS,
  /** {@code render}. */
  RENDERING;

  /** The methods' source text, as members of a class. */
  String source() {
    String file = name().toLowerCase(Locale.ROOT).replace('_', '-') + ".txt";
    try (InputStream in = Helper.class.getResourceAsStream(file)) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      byte[] part = new byte[8192];
      for (int n = in.read(part); n > 0; n = in.read(part)) {
        content.write(part, 0, n);
      }
      return new String(content.toByteArray(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
