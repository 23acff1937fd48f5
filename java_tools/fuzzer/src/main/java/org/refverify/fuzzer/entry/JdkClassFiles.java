package org.refverify.fuzzer.entry;

import java.io.IOException;
import java.io.InputStream;

/** Class files of the JDK that runs this code. */
final class JdkClassFiles {
  /** The Java version that runs this code: 8, 11, 17. */
  static final int FEATURE =
      (int) Double.parseDouble(System.getProperty("java.class.version")) - 44;

  private static final ClassLoader LOADER = ClassLoader.getSystemClassLoader().getParent();

  private JdkClassFiles() {}

  /** The class file; null if the platform has no such class. */
  static byte[] bytes(String binaryName) {
    String path = binaryName.replace('.', '/') + ".class";
    try (InputStream in = LOADER.getResourceAsStream(path)) {
      return in == null ? null : Content.of(in);
    } catch (IOException unreadable) {
      return null;
    }
  }
}
