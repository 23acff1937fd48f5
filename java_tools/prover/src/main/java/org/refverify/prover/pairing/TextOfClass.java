package org.refverify.prover.pairing;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.refverify.prover.world.ClassWorld;

/** Whether the platform makes, unasked, a text of objects of a class in which its name stands. */
final class TextOfClass {
  private static final String OBJECT = "java/lang/Object";

  /** Classes of the platform whose text says nothing of the object's class. */
  private static final Set<String> SILENT =
      Set.of(
          "java/io/ByteArrayOutputStream",
          "java/io/CharArrayWriter",
          "java/io/StringWriter",
          "java/lang/Enum",
          "java/lang/Record",
          "java/lang/Thread",
          "java/util/AbstractCollection",
          "java/util/AbstractMap");

  private TextOfClass() {}

  /**
   * Whether the text of a sequence of letters is the default one, so that code which prints the
   * letters prints the name; or whether a class of the platform makes the text, as thread groups
   * and pools print themselves. Messages of the JVM name class loaders, and recordings name events.
   */
  static boolean isShown(ClassWorld world, ClassNode node) {
    if ((node.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) != 0) {
      return false;
    }
    ClassWorld.DeclaredMethod text = world.resolve(node.name, "toString", "()Ljava/lang/String;");
    if (text == null) {
      return true;
    }
    String owner = text.owner().name;
    boolean platform = owner.startsWith("java/") || owner.startsWith("javax/");
    boolean letters = world.isSubtype(node.name, "java/lang/CharSequence");
    return letters && (owner.equals(OBJECT) || text.is(Opcodes.ACC_ABSTRACT))
        || world.isSubtype(node.name, "java/lang/ClassLoader")
        || world.isSubtype(node.name, "jdk/jfr/Event")
        || platform && !owner.equals(OBJECT) && !SILENT.contains(owner);
  }
}
