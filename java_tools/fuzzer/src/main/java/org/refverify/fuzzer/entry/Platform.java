package org.refverify.fuzzer.entry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Class files of the JDK that runs this. */
final class Platform {
  private static final ClassLoader LOADER = ClassLoader.getSystemClassLoader().getParent();

  private Platform() {}

  /** The class file; null where the platform has no such class. */
  static byte[] bytes(String binaryName) {
    String path = binaryName.replace('.', '/') + ".class";
    try (InputStream in = LOADER.getResourceAsStream(path)) {
      return in == null ? null : read(in);
    } catch (IOException unreadable) {
      return null;
    }
  }

  private static byte[] read(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      out.write(buffer, 0, read);
    }
    return out.toByteArray();
  }
}
