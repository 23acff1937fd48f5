package org.refverify.fuzzer.input;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.refverify.fuzzer.Compiled;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Renames;

/** Makers with chosen or random choices, for expectations. */
final class Drawn {
  private Drawn() {}

  /** Choices as a text: {@code 3 0 -1}. */
  static long[] numbers(String choices) {
    String[] words = choices.trim().isEmpty() ? new String[0] : choices.trim().split(" +");
    return Arrays.stream(words).mapToLong(Long::parseLong).toArray();
  }

  static Making making(String choices) {
    return new Making(Choices.replay(numbers(choices)), true);
  }

  static Making random(long seed) {
    return new Making(Choices.random(new long[0], seed), true);
  }

  /** Nothing is known of the code. */
  static Pool noConstants() {
    return new Pool(new Constants(), new Constants());
  }

  /** The constants of the methods of a class {@code A}. */
  static Pool constantsOf(String source) {
    Constants near = new Constants();
    near.add(Compiled.of(source).bytes("A"), null);
    return new Pool(near, new Constants());
  }

  /** The makers for code without classes of its own. */
  static Makers makers() {
    return makers(noConstants());
  }

  static Makers makers(Pool pool) {
    try {
      ClassFiles none = new ClassFiles(List.of(), List.of());
      return new Makers(new CommonClasses(none, none, Renames.NONE), pool);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The makers for two versions of own classes, which are written into the folders. */
  static Makers makers(ClassFiles old, ClassFiles fresh, Renames renames) {
    return new Makers(new CommonClasses(old, fresh, renames), noConstants());
  }

  /** The class files of a source, written into a folder. */
  static ClassFiles files(Path folder, String source) throws IOException {
    return Compiled.of(source).files(folder);
  }
}
