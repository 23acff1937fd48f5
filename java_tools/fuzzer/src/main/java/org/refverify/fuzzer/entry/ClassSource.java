package org.refverify.fuzzer.entry;

/** Where class files are looked up by binary name. */
public interface ClassSource {
  /** The class file, or null where this source has none of that name. */
  byte[] bytes(String binaryName);
}
