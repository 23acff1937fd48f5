package org.refverify.prover.world;

import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** The only way to read class files, which may come from any source. */
public final class ClassReading {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int HEADER = 10;
  private static final int MAJOR_VERSION = 7;
  private static final int RELEASE_0 = 44;
  private static final String TOO_NEW = "Unsupported class file major version";

  private ClassReading() {}

  /**
   * Reads a class and the requested parts of it.
   *
   * @param name the internal name that was looked up
   * @param parsing flags of {@link ClassReader}
   * @throws UnreadableClass the file is not a class file, is damaged, or is for a newer Java than
   *     this reader supports
   */
  public static ClassNode node(String name, byte[] file, int parsing) {
    return read(
        name,
        file,
        reader -> {
          ClassNode node = new ClassNode();
          reader.accept(node, parsing);
          return node;
        });
  }

  /**
   * Reads a class file with a function. ASM expects the output of a compiler and may throw any
   * exception for other files.
   *
   * @throws UnreadableClass the file is not a class file, is damaged, or is for a newer Java than
   *     this reader supports
   */
  public static <T> T read(String name, byte[] file, Function<ClassReader, T> how) {
    try {
      return how.apply(new ClassReader(file));
    } catch (RuntimeException e) {
      throw new UnreadableClass(name, file, why(file, e), e);
    }
  }

  private static String why(byte[] file, RuntimeException met) {
    if (file.length < HEADER || magic(file) != MAGIC) {
      return "is no class file";
    }
    if (String.valueOf(met.getMessage()).startsWith(TOO_NEW)) {
      int release =
          (file[MAJOR_VERSION - 1] & 0xff) * 256 + (file[MAJOR_VERSION] & 0xff) - RELEASE_0;
      return "is a class file of Java " + release + ", which is too new to be read";
    }
    return "is cut off or damaged";
  }

  private static int magic(byte[] file) {
    return file[0] << 24 | (file[1] & 0xff) << 16 | (file[2] & 0xff) << 8 | file[3] & 0xff;
  }
}
