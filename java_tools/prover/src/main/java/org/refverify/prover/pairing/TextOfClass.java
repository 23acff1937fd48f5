package org.refverify.prover.pairing;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.refverify.prover.world.ClassWorld;

/**
 * Decides whether the platform converts objects of a class to a text that contains the class's
 * name, without a call in the program's code.
 */
final class TextOfClass {
  private static final String OBJECT = "java/lang/Object";

  /** Classes of the platform whose text does not contain the object's class. */
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
   * Whether the platform shows the name. This is so if a character sequence has the default text,
   * since code that prints the characters then prints the name; or if a class of the platform makes
   * the text, as thread groups and pools print themselves. Messages of the JVM name class loaders,
   * and recordings name events.
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
