package org.refverify.fuzzer.emit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.refverify.fuzzer.entry.Content;

/** Methods that an emitted test contains if it needs them. */
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
  /** {@code printed}. */
  PRINTED,
  /** {@code render}. */
  RENDERING;

  /** The methods' source text, as members of a class. */
  String source() {
    String file = name().toLowerCase(Locale.ROOT).replace('_', '-') + ".txt";
    try (InputStream in = Helper.class.getResourceAsStream(file)) {
      return new String(Content.of(in), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
