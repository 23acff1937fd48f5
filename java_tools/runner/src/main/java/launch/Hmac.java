package launch;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * HMAC-SHA256 (RFC 2104, FIPS 180-4) under one key.
 *
 * <p>The platform's implementation searches for providers and generates classes during the start of
 * a JVM, which takes a third of the processor time of a launcher that runs one test class.
 */
final class Hmac {
  private static final int BLOCK = 64;
  private static final int INNER = 0x36;
  private static final int OUTER = 0x5c;
  private static final int[] START = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  };
  private static final int[] ROUNDS = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  };

  private final int[] inner;
  private final int[] outer;

  /**
   * Keeps only the state after the key's blocks, not the key.
   *
   * @param key of at most 64 bytes
   */
  Hmac(byte[] key) {
    if (key.length > BLOCK) {
      throw new IllegalArgumentException("a key of more than a block");
    }
    inner = keyed(key, INNER);
    outer = keyed(key, OUTER);
  }

  /** The code of two concatenated texts. */
  byte[] of(byte[] first, byte[] second) {
    byte[] text = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, text, first.length, second.length);
    return digest(outer, digest(inner, text));
  }

  private static int[] keyed(byte[] key, int pad) {
    byte[] block = new byte[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      block[i] = (byte) (pad ^ (i < key.length ? key[i] : 0));
    }
    int[] state = START.clone();
    compress(state, ByteBuffer.wrap(block));
    Arrays.fill(block, (byte) 0);
    return state;
  }

  /** The digest of a text that follows one block; {@code before} is the state after that block. */
  private static byte[] digest(int[] before, byte[] text) {
    // The text is followed by one bit and, at the end of a block, by its length in bits.
    int blocks = (text.length + 1 + Long.BYTES + BLOCK - 1) / BLOCK;
    ByteBuffer padded = ByteBuffer.wrap(Arrays.copyOf(text, blocks * BLOCK));
    padded.put(text.length, (byte) 0x80);
    padded.putLong(padded.capacity() - Long.BYTES, 8L * (BLOCK + text.length));
    int[] state = before.clone();
    for (int i = 0; i < blocks; i++) {
      compress(state, padded);
    }
    ByteBuffer found = ByteBuffer.allocate(state.length * Integer.BYTES);
    found.asIntBuffer().put(state);
    return found.array();
  }

  /** Processes the next block. */
  private static void compress(int[] state, ByteBuffer text) {
    int[] w = new int[ROUNDS.length];
    for (int i = 0; i < w.length; i++) {
      w[i] = i < 16 ? text.getInt() : w[i - 16] + spread0(w[i - 15]) + w[i - 7] + spread1(w[i - 2]);
    }
    int a = state[0];
    int b = state[1];
    int c = state[2];
    int d = state[3];
    int e = state[4];
    int f = state[5];
    int g = state[6];
    int h = state[7];
    for (int i = 0; i < w.length; i++) {
      int one = h + sum1(e) + (e & f ^ ~e & g) + ROUNDS[i] + w[i];
      int two = sum0(a) + (a & b ^ a & c ^ b & c);
      h = g;
      g = f;
      f = e;
      e = d + one;
      d = c;
      c = b;
      b = a;
      a = one + two;
    }
    int[] added = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < added.length; i++) {
      state[i] += added[i];
    }
    // It contains the key if the block is the key's.
    Arrays.fill(w, 0);
  }

  private static int sum0(int x) {
    return Integer.rotateRight(x, 2) ^ Integer.rotateRight(x, 13) ^ Integer.rotateRight(x, 22);
  }

  private static int sum1(int x) {
    return Integer.rotateRight(x, 6) ^ Integer.rotateRight(x, 11) ^ Integer.rotateRight(x, 25);
  }

  private static int spread0(int x) {
    return Integer.rotateRight(x, 7) ^ Integer.rotateRight(x, 18) ^ x >>> 3;
  }

  private static int spread1(int x) {
    return Integer.rotateRight(x, 17) ^ Integer.rotateRight(x, 19) ^ x >>> 10;
  }
}
