package org.refverify.prover.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.lockstep.Calls;
import org.refverify.prover.lockstep.Half;
import org.refverify.prover.pairing.LocalClassNames;
import org.refverify.prover.pairing.OwnTexts;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;
import org.refverify.prover.world.NamesCalled;

/**
 * Finds removed methods without a counterpart that other code may still use.
 *
 * <p>Such a method may be removed if no other code can use it. Code runs a method that it names,
 * that overrides a method it names, or that it finds by reflection. All files that contain the
 * method's name are compared, and none of them calls it. Side conditions ({@link Conditions}) cover
 * what the method overrides, and code that finds it by its name, its annotations or its kind. This
 * class checks the rest:
 *
 * <ul>
 *   <li>No class outside the tree can name the method: it is package-private, or neither its class
 *       nor a subclass is public or protected.
 *   <li>Every call by its name resolves, and no code depends on a missing type.
 *   <li>No text names it, and no code asks for a list of methods. Neither its class nor a method of
 *       its name has an annotation, since code that reads the annotation may look for the method.
 *   <li>Every new method is called: an uncalled one could be the removed method under another name,
 *       with other code.
 * </ul>
 */
final class UnusedMethods {
  /** Methods that return all methods of a class, or the properties that they form. */
  static final Set<String> LISTS =
      Set.of(
          "getBeanInfo",
          "getDeclaredMethods",
          "getMethodDescriptors",
          "getMethods",
          "getPropertyDescriptors");

  private final Versions versions;
  private final Half before;
  private final Half after;
  private final Callers olds;
  private final Callers news;

  UnusedMethods(Versions versions, Half before, Half after) {
    this.versions = versions;
    this.before = before;
    this.after = after;
    this.olds = new Callers(versions.before(), versions.after());
    this.news = new Callers(versions.after(), versions.before());
  }

  /** The methods that other code may still use, in the order of their names. */
  List<Method> leftOver() {
    boolean known = !versions.isGuessed() && !versions.hasSettled();
    boolean mayGo = !isReplaced() && known && !isListed();
    Set<String> texts = mayGo ? OwnTexts.words(versions.before(), versions.after()) : Set.of();
    return unused(versions.before(), before, olds)
        .filter(method -> !ComparedMembers.isPrivate(method))
        .filter(
            method ->
                !mayGo
                    || isSeenOutside(method)
                    || texts.contains(method.node().name)
                    || isNearAnnotation(method)
                    || isCalledUnresolved(method.node()))
        .toList();
  }

  /** Whether some new method is never called. */
  private boolean isReplaced() {
    return unused(versions.after(), after, news).findAny().isPresent();
  }

  /**
   * The methods that only one version has and that no compared code leads to. A call from another
   * such method does not count, because that one may be unused too.
   */
  private static Stream<Method> unused(ClassWorld world, Half half, Callers callers) {
    return half.helpers().stream()
        .filter(id -> !callers.leadFromCompared(id, half.pairs().keySet()))
        .sorted()
        .map(world::method);
  }

  private boolean isListed() {
    return Stream.of(versions.before(), versions.after())
        .flatMap(world -> world.own().stream())
        .anyMatch(node -> NamesCalled.hasAny(node, LISTS));
  }

  private boolean isSeenOutside(Method method) {
    return method.is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)
        && versions.before().own().stream()
            .filter(node -> versions.before().isSubtype(node.name, method.owner().name))
            .anyMatch(UnusedMethods::isSeenOutside);
  }

  private static boolean isSeenOutside(ClassNode node) {
    int open = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;
    return !LocalClassNames.isNumbered(node) && (ComparedMembers.declaredAccess(node) & open) != 0;
  }

  /**
   * Whether the class, an enclosing class, a supertype, or a method of the same name has an
   * annotation.
   */
  private boolean isNearAnnotation(Method method) {
    ClassWorld world = versions.before();
    String name = method.owner().name;
    boolean ofClass =
        world.own().stream()
            .filter(node -> name.startsWith(node.name + "$") || world.isSubtype(name, node.name))
            .anyMatch(node -> hasAny(node.visibleAnnotations, node.invisibleAnnotations));
    return ofClass
        || world.own().stream()
            .flatMap(node -> node.methods.stream())
            .filter(other -> other.name.equals(method.node().name))
            .anyMatch(other -> hasAny(other.visibleAnnotations, other.invisibleAnnotations));
  }

  /** Whether there is an annotation that is not one of the language. */
  private static boolean hasAny(List<AnnotationNode> visible, List<AnnotationNode> invisible) {
    return Stream.of(visible, invisible)
        .filter(list -> list != null)
        .flatMap(List::stream)
        .anyMatch(annotation -> !annotation.desc.startsWith("Ljava/lang/"));
  }

  /** Whether code calls a method of this name that cannot be resolved. */
  private boolean isCalledUnresolved(MethodNode wanted) {
    ClassWorld world = versions.before();
    return world.own().stream()
        .anyMatch(
            node ->
                node.methods.stream()
                    .flatMap(method -> Arrays.stream(method.instructions.toArray()))
                    .anyMatch(each -> isUnresolved(world, node, each, wanted)));
  }

  private static boolean isUnresolved(
      ClassWorld world, ClassNode caller, AbstractInsnNode instruction, MethodNode wanted) {
    if (instruction instanceof MethodInsnNode call) {
      return call.name.equals(wanted.name) && Calls.resolve(world, caller, call) == null;
    }
    return instruction instanceof InvokeDynamicInsnNode dynamic
        && Arrays.stream(dynamic.bsmArgs)
            .filter(Handle.class::isInstance)
            .map(Handle.class::cast)
            .filter(handle -> handle.getName().equals(wanted.name))
            .map(handle -> new MethodId(handle.getOwner(), handle.getName(), handle.getDesc()))
            .anyMatch(id -> world.resolve(id.owner(), id.name(), id.descriptor()) == null);
  }
}
