package org.refverify.prover.pairing;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.tree.ClassNode;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.NamesCalled;

/** What code or the platform finds by a name that it has, or makes, as a text. */
public final class FoundByName {
  /**
   * The platform makes the names of their classes, of that of a bean or of a locale for instance.
   */
  private static final Set<String> BY_PLATFORM =
      Set.of(
          "java/beans/BeanInfo",
          "java/beans/Customizer",
          "java/beans/PropertyEditor",
          "java/net/ContentHandler",
          "java/net/URLStreamHandler",
          "java/rmi/server/RemoteStub",
          "java/util/ResourceBundle");

  /** Find a method or a field by its name: methods of any class, and all of a class's. */
  public static final Set<String> FINDERS =
      Set.of(
          "bind",
          "findGetter",
          "findSetter",
          "findSpecial",
          "findStatic",
          "findStaticGetter",
          "findStaticSetter",
          "findStaticVarHandle",
          "findVarHandle",
          "findVirtual",
          "getDeclaredField",
          "getDeclaredMethod",
          "getField",
          "getMethod",
          "java/beans/EventHandler",
          "java/beans/Expression",
          "java/beans/Statement",
          "newUpdater");

  private FoundByName() {}

  /** Whether the platform may look for the class by a name that nobody wrote. */
  public static boolean byPlatform(ClassWorld world, ClassNode node) {
    return BY_PLATFORM.stream().anyMatch(type -> world.isSubtype(node.name, type));
  }

  /** Whether the platform shows what an interface declares, as the attributes of a managed bean. */
  public static boolean isManagedBean(ClassNode node) {
    boolean annotated =
        node.visibleAnnotations != null
            && node.visibleAnnotations.stream()
                .anyMatch(each -> each.desc.equals("Ljavax/management/MXBean;"));
    return annotated || node.name.endsWith("MBean") || node.name.endsWith("MXBean");
  }

  /** Whether a managed bean, or its interface, is what the platform knows by the class's name. */
  static boolean isBeanOrInterface(ClassWorld world, ClassNode node) {
    return isManagedBean(node)
        || world.above(node.name).stream()
            .anyMatch(each -> isManagedBean(each) || each.name.startsWith("javax/management/"));
  }

  /**
   * Whether a text of a version's own classes may be the whole name of a class, as {@code
   * Class.forName} takes it, or a list of such names.
   */
  public static boolean byText(ClassWorld world, String simpleName) {
    return world.own().stream().anyMatch(node -> OwnTexts.names(node).contains(simpleName));
  }

  /** What the texts of those classes name, of both versions, that find members by their names. */
  public static Set<String> members(ClassWorld before, ClassWorld after) {
    return Stream.of(before, after)
        .flatMap(world -> world.own().stream())
        .filter(node -> NamesCalled.hasAny(node, FINDERS))
        .flatMap(node -> OwnTexts.names(node).stream())
        .collect(Collectors.toSet());
  }
}
