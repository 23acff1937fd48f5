package org.refverify.coverage;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.jacoco.core.data.ExecutionDataWriter;

/**
 * Checks the structure of an execution data file before it is read: otherwise a few forged bytes
 * could request gigabytes.
 */
final class RecordingShape {
  /**
   * The greatest possible number of probes of a class file, limited by the instructions of its
   * methods.
   */
  private static final int MOST_PROBES = 1 << 22;

  private static final int MAGIC_BYTES = 4;
  private static final int TIME_BYTES = 16;
  private static final int ID_BYTES = 8;
  private static final int VARIABLE_LENGTH_BYTES = 5;

  private RecordingShape() {}

  /**
   * Checks the whole file.
   *
   * @throws IOException the file is not execution data, ends within a block, or claims more than it
   *     contains
   */
  static void check(byte[] file) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
    for (int block = in.read(), number = 0; block >= 0; block = in.read(), number++) {
      if (number == 0 && block != ExecutionDataWriter.BLOCK_HEADER) {
        throw new IOException("it does not begin as execution data does");
      }
      switch (block) {
        case ExecutionDataWriter.BLOCK_HEADER -> skip(in, MAGIC_BYTES);
        case ExecutionDataWriter.BLOCK_SESSIONINFO -> {
          in.readUTF();
          skip(in, TIME_BYTES);
        }
        case ExecutionDataWriter.BLOCK_EXECUTIONDATA -> {
          skip(in, ID_BYTES);
          in.readUTF();
          int probes = variableLength(in);
          if (probes < 0 || probes > MOST_PROBES) {
            throw new IOException("a class claims " + probes + " probes");
          }
          skip(in, (probes + 7) / 8);
        }
        default -> throw new IOException("there is a block of kind " + block);
      }
    }
  }

  private static void skip(DataInputStream in, int bytes) throws IOException {
    if (in.available() < bytes) {
      throw new EOFException("it ends within a block");
    }
    in.skipNBytes(bytes);
  }

  private static int variableLength(DataInputStream in) throws IOException {
    int value = 0;
    for (int at = 0; at < VARIABLE_LENGTH_BYTES; at++) {
      int part = in.readUnsignedByte();
      value |= (part & 0x7F) << (7 * at);
      if ((part & 0x80) == 0) {
        return value;
      }
    }
    throw new IOException("a length has no end");
  }
}
