package org.refverify.fuzzer.compare;

import java.lang.reflect.Constructor;
import org.refverify.fuzzer.Compiled;
import org.refverify.fuzzer.entry.ClassSet;
import org.refverify.fuzzer.entry.Renames;

/** Graphs of one version, for expectations. */
final class Graphs {
  private static final Compiled NOTHING = Compiled.of("class Unused { }");

  private Graphs() {}

  /** A writer for code without classes of its own. */
  static GraphWriter writer() {
    return writer(NOTHING, NOTHING, Renames.NONE, false);
  }

  /** A writer for the old or the new one of two versions. */
  static GraphWriter writer(Compiled old, Compiled fresh, Renames renames, boolean ofNew) {
    ClassSet mine = (ofNew ? fresh : old).set();
    ClassSet other = (ofNew ? old : fresh).set();
    Renames back = renames.inverse();
    return new GraphWriter(
        ofNew
            ? new GraphNames(mine, other, back, back, Renames.NONE)
            : new GraphNames(mine, other, renames, Renames.NONE, back));
  }

  static String text(Object value) {
    return text(writer(), value);
  }

  static String text(GraphWriter writer, Object value) {
    writer.begin(true);
    writer.write(value);
    return writer.text();
  }

  static long hash(Object value) {
    return hash(writer(), value);
  }

  static long hash(GraphWriter writer, Object value) {
    writer.begin(false);
    return writer.write(value);
  }

  /** An object of a class whose constructor has no parameters. */
  static Object made(Class<?> type) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
