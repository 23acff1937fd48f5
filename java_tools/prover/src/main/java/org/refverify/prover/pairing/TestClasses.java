package org.refverify.prover.pairing;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.world.ClassWorld;

/** Decides which classes may contain tests and how test runners find them. */
public final class TestClasses {
  /** The console launcher of JUnit matches the whole name, including that of a nested class. */
  private static final Pattern CONSOLE = Pattern.compile("Test.*|.+[.$]Test.*|.*Tests?");

  /** The class name patterns of Surefire and Failsafe; they exclude nested classes. */
  private static final List<Pattern> PATTERNS =
      Stream.of(
              "Test.*", ".*Test", ".*Tests", ".*TestCase", "IT.*", ".*IT", ".*ITCase", "Abstract.*")
          .map(Pattern::compile)
          .toList();

  private static final String TEST_NG = "Lorg/testng/annotations/Test;";

  private TestClasses() {}

  /**
   * Whether a runner may call a method of the class, inherited or not, because of an annotation or
   * its name. A method of a library is a test only if it has neither parameters nor a result; a
   * method of the platform never is.
   */
  public static boolean mayHoldTests(ClassWorld world, ClassNode node) {
    return Stream.concat(Stream.of(node), world.above(node.name).stream())
        .filter(each -> !each.name.startsWith("java/"))
        .anyMatch(
            each ->
                each.methods.stream()
                    .filter(method -> world.inTree(each.name) != null || method.desc.equals("()V"))
                    .anyMatch(
                        method ->
                            isAnnotated(world, method) || isFoundByName(world, node, method)));
  }

  private static boolean isAnnotated(ClassWorld world, MethodNode method) {
    return (method.access & Opcodes.ACC_ABSTRACT) == 0
        && Stream.concat(
                all(method.visibleAnnotations),
                all(method.invisibleAnnotations).filter(each -> isMissing(world, each)))
            .anyMatch(each -> !each.desc.startsWith("Ljava/"));
  }

  private static boolean isMissing(ClassWorld world, AnnotationNode annotation) {
    return world.find(Type.getType(annotation.desc).getInternalName()) == null;
  }

  private static Stream<AnnotationNode> all(List<AnnotationNode> annotations) {
    return annotations == null ? Stream.empty() : annotations.stream();
  }

  /**
   * Whether a runner calls the method because of its name, or because of an annotation on its whole
   * class.
   */
  public static boolean isFoundByName(ClassWorld world, ClassNode owner, MethodNode method) {
    boolean open = (method.access & Opcodes.ACC_PUBLIC) != 0;
    boolean plain = open && method.desc.equals("()V") && method.name.startsWith("test");
    return plain && world.isSubtype(owner.name, "junit/framework/TestCase")
        || method.name.equals("suite") && method.desc.equals("()Ljunit/framework/Test;")
        || open && !method.name.startsWith("<") && isWhollyAnnotated(world, owner);
  }

  private static boolean isWhollyAnnotated(ClassWorld world, ClassNode owner) {
    return Stream.concat(Stream.of(owner), world.above(owner.name).stream())
        .flatMap(each -> all(each.visibleAnnotations))
        .anyMatch(each -> each.desc.equals(TEST_NG));
  }

  /** Whether the same runners find and run both classes by their names. */
  static boolean areFoundAlike(ClassNode old, ClassNode now) {
    return patterns(old.name).equals(patterns(now.name))
        && ((old.access ^ now.access) & Opcodes.ACC_PUBLIC) == 0;
  }

  /** The patterns that match a name. */
  private static Set<Pattern> patterns(String name) {
    String simple = name.substring(name.lastIndexOf('/') + 1);
    Stream<Pattern> fit =
        PATTERNS.stream().filter(each -> !isNested(simple) && each.matcher(simple).matches());
    Stream<Pattern> console =
        Stream.of(CONSOLE).filter(each -> each.matcher(name.replace('/', '.')).matches());
    return Stream.concat(fit, console).collect(Collectors.toSet());
  }

  private static boolean isNested(String simple) {
    return simple.indexOf('$') >= 0;
  }
}
