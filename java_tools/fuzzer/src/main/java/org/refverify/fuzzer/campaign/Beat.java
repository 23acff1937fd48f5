package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The worker's position in a mapped file: a write costs one store, and the content survives the
 * worker's death.
 */
final class Beat {
  /** What the worker does at the moment. */
  enum Phase {
    /** Anything except running the subject. */
    ENGINE,
    /** Running the old version. */
    OLD,
    /** Running the new version. */
    NEW
  }

  private static final int SIZE = 64;
  private final MappedByteBuffer buffer;

  private Beat(MappedByteBuffer buffer) {
    this.buffer = buffer;
  }

  static Beat open(Path file) throws IOException {
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
      return new Beat(opened.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, SIZE));
    }
  }

  /** Records that a new input begins. */
  void input(int entry, int index) {
    buffer.putInt(0, entry);
    buffer.putInt(4, index);
    tick();
  }

  void phase(Phase phase) {
    buffer.putInt(8, phase.ordinal());
    tick();
  }

  /** Records what this worker has done with the entry so far. */
  void counts(int executions, int discarded) {
    buffer.putInt(24, executions);
    buffer.putInt(28, discarded);
  }

  int executions() {
    return buffer.getInt(24);
  }

  int discarded() {
    return buffer.getInt(28);
  }

  /** Records that the subject uses processor time. */
  void alive() {
    // A separate place, because this runs in another thread than the ticks and neither locks.
    buffer.putInt(32, buffer.getInt(32) + 1);
  }

  /** Records that there was progress. */
  void tick() {
    buffer.putLong(16, buffer.getLong(16) + 1);
  }

  int entry() {
    return buffer.getInt(0);
  }

  int index() {
    return buffer.getInt(4);
  }

  Phase phase() {
    return Phase.values()[Math.floorMod(buffer.getInt(8), Phase.values().length)];
  }

  long ticks() {
    return buffer.getLong(16) + buffer.getInt(32);
  }
}
