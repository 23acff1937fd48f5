package org.refverify.prover.pairing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.lockstep.Calls;
import org.refverify.prover.world.ClassWorld;

/**
 * Finds classes that were moved or renamed; the new version is then read under the old names.
 *
 * <p>This is sound because byte code refers to classes only by name. A one-to-one renaming changes
 * nothing except what is visible of the names themselves, and which code may use package-private
 * members.
 *
 * <p>So a class is not paired if its name is an output: exceptions, annotations, and classes that
 * are found by annotations or remotely; records whose simple name changes; classes whose name is
 * read through their literal, for example for a log; and all classes if some compared class
 * otherwise asks classes for names, resources, services or preferences, or converts an object to
 * text. It is also not paired if a launcher or service loader may receive the name, if a text
 * contains it, if the class has native code, if its objects are written to streams, or if it leaves
 * or enters a package in which a method of its family is package-private, since overriding would
 * then end or begin. Nor is it paired if it leaves its package or its nest and calls a
 * caller-sensitive method.
 *
 * <p>Nested classes move with their class, so each of them must be free to move too. A printed
 * assumption says that no other code looks at the name. The proof treats the two paired classes
 * like any other class.
 */
public final class ClassPairs {
  private static final Pattern OBJECT = Pattern.compile("L([^;]+);");

  private final ClassWorld before;
  private final ClassWorld after;
  private final Map<String, String> names = new TreeMap<>();
  private final Set<String> texts;
  private final Set<String> asked = new HashSet<>();

  private ClassPairs(ClassWorld before, ClassWorld after) {
    this.before = before;
    this.after = after;
    this.texts = OwnTexts.words(before, after);
    asked.addAll(NamesSeen.literals(before));
    asked.addAll(NamesSeen.literals(after));
  }

  public static ClassPairs find(ClassWorld before, ClassWorld after) {
    ClassPairs pairs = new ClassPairs(before, after);
    if (Stream.of(before, after).noneMatch(ClassPairs::showsNames)) {
      pairs.search();
    }
    return pairs;
  }

  private static boolean showsNames(ClassWorld world) {
    return NamesSeen.in(world) || NamesInMessages.in(world);
  }

  /** The old name of each new class that has one. */
  public Map<String, String> names() {
    return names;
  }

  private void search() {
    List<ClassNode> removed = only(before, after);
    List<ClassNode> added = only(after, before);
    Set<String> moving =
        Stream.concat(removed.stream(), added.stream())
            .map(node -> node.name)
            .collect(Collectors.toSet());
    List<BiPredicate<ClassNode, ClassNode>> likenesses =
        List.of(
            (x, y) -> simpleName(x).equals(simpleName(y)) && shape(x).equals(shape(y)),
            (x, y) -> shape(x).equals(shape(y)),
            (x, y) -> simpleName(x).equals(simpleName(y)),
            (x, y) ->
                isAlone(x, removed, moving)
                    && isAlone(y, added, moving)
                    && outline(x, moving).equals(outline(y, moving)));
    for (BiPredicate<ClassNode, ClassNode> alike : likenesses) {
      for (ClassNode old : List.copyOf(removed)) {
        for (ClassNode now : List.copyOf(added)) {
          if (removed.contains(old) && alike.test(old, now) && mayBeOne(old, now)) {
            pair(old.name, now.name);
            removed.remove(old);
            added.remove(now);
          }
        }
      }
    }
  }

  private static List<ClassNode> only(ClassWorld here, ClassWorld there) {
    return here.own().stream()
        .filter(node -> there.find(node.name) == null && !LocalClassNames.isNumbered(node))
        .filter(node -> node.module == null && !node.name.endsWith("package-info"))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Pairs the class and all classes that are nested in it by name. */
  private void pair(String old, String now) {
    names.put(now, old);
    for (ClassNode nested : after.own()) {
      if (nested.name.startsWith(now + "$") && !names.containsKey(nested.name)) {
        String target = old + nested.name.substring(now.length());
        if (after.own(target) == null) {
          names.put(nested.name, target);
        }
      }
    }
  }

  private boolean mayBeOne(ClassNode old, ClassNode now) {
    int kind =
        Opcodes.ACC_ABSTRACT
            | Opcodes.ACC_INTERFACE
            | Opcodes.ACC_ENUM
            | Opcodes.ACC_RECORD
            | Opcodes.ACC_ANNOTATION;
    boolean sameKind = ((old.access ^ now.access) & kind) == 0;
    Set<String> packages = new TreeSet<>(List.of(packageOf(old), packageOf(now)));
    boolean record = "java/lang/Record".equals(old.superName);
    return sameKind
        && !names.containsKey(now.name)
        && !names.containsValue(old.name)
        && (!record || simpleName(old).equals(simpleName(now)))
        && !texts.contains(simpleName(old))
        && !texts.contains(simpleName(now))
        && isFree(before, old, packages, isInNest(old, now))
        && isFree(after, now, packages, isInNest(old, now))
        && isTestedAlike(old, now);
  }

  /**
   * Whether test runners find the class and each nested one either in both versions or in neither.
   */
  private boolean isTestedAlike(ClassNode old, ClassNode now) {
    return before.own().stream()
        .filter(each -> each == old || each.name.startsWith(old.name + "$"))
        .filter(each -> TestClasses.mayHoldTests(before, each))
        .allMatch(
            each -> {
              ClassNode other = after.own(now.name + each.name.substring(old.name.length()));
              return other == null || TestClasses.areFoundAlike(each, other);
            });
  }

  /**
   * Whether both classes see the same private members: each is the host of its own nest, or both
   * have the same host.
   */
  private static boolean isInNest(ClassNode old, ClassNode now) {
    boolean hosts = old.nestHostClass == null && now.nestHostClass == null;
    return hosts || Objects.equals(old.nestHostClass, now.nestHostClass);
  }

  /** Whether a class and each class nested in it may get a name in the other package. */
  private boolean isFree(ClassWorld world, ClassNode node, Set<String> packages, boolean inNest) {
    boolean inPackage = packages.size() == 1;
    return world.own().stream()
        .filter(each -> each == node || each.name.startsWith(node.name + "$"))
        .allMatch(
            each ->
                !asked.contains(each.name)
                    && (inPackage || isOpenFamily(world, each, packages))
                    && (inPackage && inNest || !Calls.looksAtItself(world, each))
                    && (LocalClassNames.isNumbered(each)
                        || isUnnamed(world, each)
                            && !isFoundByName(each)
                            && !isNamedAbove(world, each)));
  }

  /**
   * Whether code that the class inherits from a class of the tree, compared or not, shows the name.
   */
  private static boolean isNamedAbove(ClassWorld world, ClassNode node) {
    return world.above(node.name).stream()
        .anyMatch(above -> world.inTree(above.name) != null && NamesSeen.in(world, above));
  }

  /** Whether printing, streams, beans and native code do not show the name on their own. */
  private static boolean isUnnamed(ClassWorld world, ClassNode node) {
    boolean annotation = (node.access & Opcodes.ACC_ANNOTATION) != 0;
    return !ClassWorld.hasNative(node)
        && !annotation
        && !isAnnotated(world, node)
        && !FoundByName.isBeanOrInterface(world, node)
        && !FoundByName.byPlatform(world, node)
        && !TextOfClass.isShown(world, node)
        && world.missingAbove(node.name).isEmpty()
        && !world.isSubtype(node.name, "java/lang/Throwable")
        && !world.isSubtype(node.name, "java/rmi/Remote")
        && ((node.access & Opcodes.ACC_ENUM) != 0
            || !world.isSubtype(node.name, "java/io/Serializable"));
  }

  /** Whether other code may find the class by an annotation and then call a member by its name. */
  private static boolean isAnnotated(ClassWorld world, ClassNode node) {
    List<AnnotationNode> all = new ArrayList<>();
    if (node.visibleAnnotations != null) {
      all.addAll(node.visibleAnnotations);
    }
    if (node.invisibleAnnotations != null) {
      node.invisibleAnnotations.stream()
          .filter(each -> world.find(Type.getType(each.desc).getInternalName()) == null)
          .forEach(all::add);
    }
    return all.stream().anyMatch(each -> !each.desc.startsWith("Ljava/lang/"));
  }

  /** Whether a launcher or a service loader may receive the name. */
  private static boolean isFoundByName(ClassNode node) {
    boolean service =
        (node.access & Opcodes.ACC_PUBLIC) != 0
            && !(node.interfaces.isEmpty() && "java/lang/Object".equals(node.superName))
            && node.methods.stream().anyMatch(ClassPairs::isPublicConstructor);
    return service
        || node.methods.stream()
            .anyMatch(method -> method.name.equals("main") || method.name.equals("provider"));
  }

  private static boolean isPublicConstructor(MethodNode method) {
    return method.name.equals("<init>")
        && method.desc.equals("()V")
        && (method.access & Opcodes.ACC_PUBLIC) != 0;
  }

  private static String packageOf(ClassNode node) {
    return ClassWorld.packageOf(node.name);
  }

  /**
   * Whether no package-private method exists in the class, in own classes above and below it, or in
   * any of its supertypes in one of the packages.
   */
  private static boolean isOpenFamily(ClassWorld world, ClassNode node, Set<String> packages) {
    Stream<ClassNode> own =
        world.own().stream()
            .filter(
                other ->
                    world.isSubtype(node.name, other.name)
                        || world.isSubtype(other.name, node.name));
    Stream<ClassNode> above =
        world.above(node.name).stream().filter(each -> packages.contains(packageOf(each)));
    return Stream.concat(own, above)
        .flatMap(other -> other.methods.stream())
        .noneMatch(ClassPairs::isPackagePrivate);
  }

  private static boolean isPackagePrivate(MethodNode method) {
    int others =
        Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC;
    return (method.access & others) == 0 && !method.name.startsWith("<");
  }

  private static String simpleName(ClassNode node) {
    int cut = Math.max(node.name.lastIndexOf('/'), node.name.lastIndexOf('$'));
    return node.name.substring(cut + 1);
  }

  /** Supertypes and members, without the class's own name. */
  private static String shape(ClassNode node) {
    Set<String> members = new HashSet<>();
    node.fields.forEach(field -> members.add(field.name + " " + field.desc));
    node.methods.stream()
        .filter(method -> !method.name.startsWith("lambda$"))
        .forEach(method -> members.add(method.name + method.desc));
    String text = node.superName + " " + node.interfaces + members.stream().sorted().toList();
    return text.replace("L" + node.name + ";", "L;");
  }

  /**
   * The shape without the names of classes that only one version has, since they may move as well.
   */
  private static String outline(ClassNode node, Set<String> moving) {
    List<String> members = new ArrayList<>();
    members.add("L" + node.superName + ";");
    node.interfaces.forEach(each -> members.add("L" + each + ";"));
    node.fields.forEach(field -> members.add(field.name + " " + field.desc));
    node.methods.stream()
        .filter(method -> !method.name.startsWith("lambda$"))
        .forEach(method -> members.add(method.name + method.desc));
    return members.stream()
        .map(
            member ->
                OBJECT
                    .matcher(member)
                    .replaceAll(
                        type ->
                            moving.contains(type.group(1))
                                ? "L;"
                                : Matcher.quoteReplacement(type.group())))
        .sorted()
        .collect(Collectors.joining(","));
  }

  private static boolean isAlone(ClassNode node, List<ClassNode> all, Set<String> moving) {
    String mine = outline(node, moving);
    return all.stream().filter(each -> outline(each, moving).equals(mine)).count() == 1;
  }
}
