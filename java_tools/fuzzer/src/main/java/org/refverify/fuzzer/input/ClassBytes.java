package org.refverify.fuzzer.input;

import java.util.Collection;

/** The class files of one version. */
public interface ClassBytes {
  /**
   * The class file of a class of the version, of its libraries or of the platform.
   *
   * @param binaryName as {@link Class#getName()} gives it
   * @return null where there is no such class
   */
  byte[] read(String binaryName);

  /** Binary names of the version's own classes, without those of libraries and the platform. */
  Collection<String> names();
}
