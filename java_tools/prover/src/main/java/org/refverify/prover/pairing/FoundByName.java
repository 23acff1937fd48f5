package org.refverify.prover.pairing;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.world.ClassWorld;

/** What code or the platform finds by a name that it has, or makes, as a text. */
public final class FoundByName {
  /** The platform makes the names of their classes, of that of a bean or of a locale for instance. */
  private static final Set<String> BY_PLATFORM =
      Set.of(
          "java/beans/BeanInfo",
          "java/beans/Customizer",
          "java/beans/PropertyEditor",
          "java/net/ContentHandler",
          "java/net/URLStreamHandler",
          "java/rmi/server/RemoteStub",
          "java/util/ResourceBundle");

  /** Find a field by its name, to write it; of any class. */
  private static final Set<String> FIELD_FINDERS =
      Set.of(
          "findSetter", "findVarHandle", "getDeclaredField", "newUpdater");

  private FoundByName() {}

  /** Whether the platform may look for the class by a name that nobody wrote. */
  public static boolean byPlatform(ClassWorld world, ClassNode node) {
    return BY_PLATFORM.stream().anyMatch(type -> world.isSubtype(node.name, type));
  }

  /**
   * Whether a text of a version's own classes may be the whole name of a class, as {@code
   * Class.forName} takes it.
   */
  public static boolean byText(ClassWorld world, String simpleName) {
    return world.own().stream().anyMatch(node -> OwnTexts.names(node).contains(simpleName));
  }

  /** What the texts of those own classes name that find fields by their names. */
  public static Set<String> fields(ClassWorld world) {
    Set<String> names = new HashSet<>();
    world.own().stream()
        .filter(FoundByName::findsFields)
        .forEach(node -> names.addAll(OwnTexts.names(node)));
    return names;
  }

  private static boolean findsFields(ClassNode node) {
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof MethodInsnNode call && FIELD_FINDERS.contains(call.name)) {
          return true;
        }
      }
    }
    return false;
  }
}
