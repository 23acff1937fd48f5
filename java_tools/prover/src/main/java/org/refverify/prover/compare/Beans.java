package org.refverify.prover.compare;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.refverify.prover.pairing.FoundByName;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;
import org.refverify.prover.world.NamesCalled;

/** Beans: the platform finds their methods by name. */
final class Beans {
  /** Classes that make a managed bean of any object and any interface. */
  static final Set<String> MANAGERS =
      Set.of("javax/management/StandardMBean", "javax/management/StandardEmitterMBean");

  /** Classes that show the properties of any object. */
  static final Set<String> INTROSPECTORS =
      Set.of(
          "java/beans/EventSetDescriptor",
          "java/beans/IndexedPropertyDescriptor",
          "java/beans/Introspector",
          "java/beans/PropertyDescriptor",
          "java/beans/XMLEncoder");

  private static final Pattern ACCESSOR =
      Pattern.compile("(get|set|is|add|remove)(?!\\p{Ll}).+", Pattern.DOTALL);

  private Beans() {}

  /**
   * Whether a managed bean exposes the methods of an interface: the interface describes the bean,
   * or a subinterface does.
   */
  static boolean isManaged(ClassWorld world, ClassNode owner) {
    return isInterface(owner)
        && (uses(world, MANAGERS)
            || world.own().stream()
                .anyMatch(
                    node ->
                        isInterface(node)
                            && FoundByName.isManagedBean(node)
                            && world.isSubtype(node.name, owner.name)));
  }

  /** Whether some code shows the properties of beans and the method could be an accessor. */
  static boolean isProperty(ClassWorld world, Method method) {
    return isAccessor(method) && uses(world, INTROSPECTORS);
  }

  /** Words of files that may expose a method of a bean; empty if the method cannot be one. */
  static List<String> words(Method method) {
    boolean managed = isInterface(method.owner()) && ComparedMembers.isDispatched(method);
    Set<String> classes =
        managed ? MANAGERS : isAccessor(method) ? INTROSPECTORS : Set.<String>of();
    return classes.stream().map(ComparedMembers::simpleName).toList();
  }

  private static boolean isAccessor(Method method) {
    return method.is(Opcodes.ACC_PUBLIC)
        && ComparedMembers.isDispatched(method)
        && ACCESSOR.matcher(method.node().name).matches();
  }

  private static boolean uses(ClassWorld world, Set<String> classes) {
    return world.own().stream().anyMatch(node -> NamesCalled.hasAny(node, classes));
  }

  private static boolean isInterface(ClassNode node) {
    return (node.access & Opcodes.ACC_INTERFACE) != 0;
  }
}
