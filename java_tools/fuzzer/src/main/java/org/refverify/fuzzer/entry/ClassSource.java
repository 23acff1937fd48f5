package org.refverify.fuzzer.entry;

/** Finds class files by binary name. */
public interface ClassSource {
  /** The class file, or null if this source has none of that name. */
  byte[] bytes(String binaryName);
}
