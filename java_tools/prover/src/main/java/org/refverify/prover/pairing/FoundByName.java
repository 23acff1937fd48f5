package org.refverify.prover.pairing;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.NamesCalled;

/** Names that code or the platform may look up as text, written or computed. */
public final class FoundByName {
  /**
   * Types whose subclasses the platform finds by a computed name, for instance from the name of a
   * bean or a locale.
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

  /**
   * Methods that find a method or a field by its name: methods of any class, or all methods of a
   * class.
   */
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

  /** Whether the platform may look up the class by a name that no source contains. */
  public static boolean byPlatform(ClassWorld world, ClassNode node) {
    return BY_PLATFORM.stream().anyMatch(type -> world.isSubtype(node.name, type));
  }

  /**
   * Whether the platform exposes the methods of an interface, as the attributes of a managed bean.
   */
  public static boolean isManagedBean(ClassNode node) {
    boolean annotated =
        node.visibleAnnotations != null
            && node.visibleAnnotations.stream()
                .anyMatch(each -> each.desc.equals("Ljavax/management/MXBean;"));
    return annotated || node.name.endsWith("MBean") || node.name.endsWith("MXBean");
  }

  /**
   * Whether the class is a managed bean, or its interface, which the platform identifies by the
   * class's name.
   */
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

  /**
   * The names in the texts of those methods of both versions that call code outside the platform
   * with a text or any object: this code may find a member by its name.
   */
  public static Set<String> handedOn(ClassWorld before, ClassWorld after) {
    return Stream.of(before, after)
        .flatMap(world -> world.own().stream())
        .flatMap(node -> node.methods.stream())
        .map(method -> method.instructions.toArray())
        .filter(code -> Arrays.stream(code).anyMatch(FoundByName::takesText))
        .flatMap(Arrays::stream)
        .filter(each -> each instanceof LdcInsnNode constant && constant.cst instanceof String)
        .flatMap(each -> OwnTexts.listed((String) ((LdcInsnNode) each).cst).stream())
        .collect(Collectors.toSet());
  }

  private static boolean takesText(AbstractInsnNode instruction) {
    return instruction instanceof MethodInsnNode call
        && !call.owner.startsWith("java/")
        && Arrays.stream(Type.getArgumentTypes(call.desc))
            .anyMatch(each -> each.getSort() >= Type.ARRAY);
  }

  /** The names in the texts of those classes of both versions that find members by name. */
  public static Set<String> members(ClassWorld before, ClassWorld after) {
    return Stream.of(before, after)
        .flatMap(world -> world.own().stream())
        .filter(node -> NamesCalled.hasAny(node, FINDERS))
        .flatMap(node -> OwnTexts.names(node).stream())
        .collect(Collectors.toSet());
  }
}
