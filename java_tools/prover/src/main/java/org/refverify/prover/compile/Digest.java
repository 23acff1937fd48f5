package org.refverify.prover.compile;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A cryptographic hash that replaces contents: anyone may write them, so equal hashes must mean
 * equal contents.
 */
final class Digest {
  private Digest() {}

  static String of(byte[] contents) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(contents));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
