package org.refverify.prover.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.ParameterNode;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * Parameters that two versions of a method name differently, and what may look at their names: code
 * that lists parameters, or a framework that acts on an annotation.
 *
 * <p>A class file has the names if it keeps them for reflection ({@code -parameters}) or has debug
 * information. Parameters of a method without code have names only with the former.
 */
final class ParameterNames {
  /** Methods that list the parameters of a method, or their names. */
  static final Set<String> READERS =
      Set.of("getParameterNames", "getParameters", "lookupParameterNames");

  private static final Set<String> EXECUTABLES =
      Set.of(
          "java/lang/reflect/Constructor",
          "java/lang/reflect/Executable",
          "java/lang/reflect/Method");

  /** Annotations of the language and of static analyses, for which no code reads names. */
  private static final Pattern FOR_CHECKERS =
      Pattern.compile(
          "L(?:java/lang/|org/jspecify/annotations/|org/jetbrains/annotations/|org/checkerframework/"
              + "|androidx/annotation/|edu/umd/cs/findbugs/annotations/"
              + "|com/google/errorprone/annotations/"
              + "|javax/annotation/(?:Nullable|Nonnull|CheckForNull);).*");

  private final ClassWorld before;
  private final ClassWorld after;
  private Boolean isRead;

  ParameterNames(ClassWorld before, ClassWorld after) {
    this.before = before;
    this.after = after;
  }

  /** Whether a parameter has another name; false if a version does not show the names. */
  static boolean differ(MethodNode old, MethodNode now) {
    List<String> olds = of(old);
    List<String> news = of(now);
    return !olds.isEmpty() && olds.size() == news.size() && !olds.equals(news);
  }

  /** What may see that a parameter has another name; empty if none has, or nothing looks at it. */
  String seenBy(Method old, Method now) {
    if (!differ(old.node(), now.node())) {
      return "";
    }
    if (old.node().parameters != null || now.node().parameters != null) {
      return "class files keep the names of parameters (-parameters)";
    }
    String annotation =
        Stream.concat(annotations(before, old), annotations(after, now)).findFirst().orElse("");
    if (!annotation.isEmpty()) {
      return "who acts on the annotation " + annotation + " may read it";
    }
    return isRead() ? "code of the tree reads names of parameters" : "";
  }

  /** The names in order; empty if the class file does not show all of them. */
  private static List<String> of(MethodNode node) {
    if (node.parameters != null) {
      int made = Opcodes.ACC_SYNTHETIC | Opcodes.ACC_MANDATED;
      return node.parameters.stream()
          .filter(each -> (each.access & made) == 0)
          .map(ParameterNames::name)
          .toList();
    }
    List<String> names = new ArrayList<>();
    int slot = (node.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
    for (Type type : Type.getArgumentTypes(node.desc)) {
      names.add(local(node, slot));
      slot += type.getSize();
    }
    return names.contains("") ? List.of() : names;
  }

  private static String name(ParameterNode parameter) {
    return parameter.name == null ? "" : parameter.name;
  }

  private static String local(MethodNode node, int slot) {
    return node.localVariables == null
        ? ""
        : node.localVariables.stream()
            .filter(each -> each.index == slot)
            .map((LocalVariableNode each) -> each.name)
            .findFirst()
            .orElse("");
  }

  /**
   * The annotations of a method, its parameters, the methods that it overrides and, for a
   * constructor, its class.
   */
  private static Stream<String> annotations(ClassWorld world, Method method) {
    MethodNode node = method.node();
    Stream<String> own = annotations(node);
    if (method.isConstructor()) {
      ClassNode owner = method.owner();
      return Stream.concat(own, named(owner.visibleAnnotations, owner.invisibleAnnotations));
    }
    Stream<String> inherited =
        world.above(method.owner().name).stream()
            .map(above -> ClassWorld.declared(above, node.name, node.desc))
            .filter(each -> each != null)
            .flatMap(ParameterNames::annotations);
    return Stream.concat(own, inherited);
  }

  private static Stream<String> annotations(MethodNode node) {
    return Stream.of(
            named(node.visibleAnnotations, node.invisibleAnnotations),
            ofParameters(node.visibleParameterAnnotations),
            ofParameters(node.invisibleParameterAnnotations))
        .flatMap(each -> each);
  }

  private static Stream<String> ofParameters(List<AnnotationNode>[] lists) {
    return lists == null ? Stream.of() : Arrays.stream(lists).flatMap(each -> named(each, null));
  }

  private static Stream<String> named(
      List<AnnotationNode> visible, List<AnnotationNode> invisible) {
    return Stream.of(
            visible == null ? List.<AnnotationNode>of() : visible,
            invisible == null ? List.<AnnotationNode>of() : invisible)
        .flatMap(List::stream)
        .map(each -> each.desc)
        .filter(each -> !FOR_CHECKERS.matcher(each).matches())
        .map(each -> "@" + Type.getType(each).getClassName());
  }

  private boolean isRead() {
    if (isRead == null) {
      isRead =
          Stream.of(before, after)
              .flatMap(world -> world.own().stream())
              .flatMap(node -> node.methods.stream())
              .flatMap(method -> Arrays.stream(method.instructions.toArray()))
              .anyMatch(ParameterNames::reads);
    }
    return isRead;
  }

  private static boolean reads(AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      return reads(call.owner, call.name, call.desc);
    }
    return instruction instanceof InvokeDynamicInsnNode dynamic
        && Arrays.stream(dynamic.bsmArgs)
            .anyMatch(
                each ->
                    each instanceof Handle handle
                        && reads(handle.getOwner(), handle.getName(), handle.getDesc()));
  }

  private static boolean reads(String owner, String name, String descriptor) {
    boolean lists = name.equals("getParameters") && EXECUTABLES.contains(owner);
    boolean asks = owner.equals("java/lang/reflect/Parameter") && !name.startsWith("getA");
    // A request of a servlet has parameters too; it enumerates their names.
    boolean named = READERS.contains(name) && name.endsWith("Names") && !isEnumeration(descriptor);
    return lists || asks || named;
  }

  private static boolean isEnumeration(String descriptor) {
    return descriptor.endsWith(")Ljava/util/Enumeration;");
  }

  /** The names of both versions, for the reason of a condition. */
  static String difference(MethodNode old, MethodNode now) {
    return words(of(old)) + ", now " + words(of(now));
  }

  private static String words(List<String> names) {
    return names.stream().collect(Collectors.joining(", ", "(", ")"));
  }
}
