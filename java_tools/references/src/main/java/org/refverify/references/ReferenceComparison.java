package org.refverify.references;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;

/** Compares two versions of a project; reads only classes whose bytes differ. */
final class ReferenceComparison {
  private final ProjectClasses before;
  private final ProjectClasses after;
  private final Function<String, byte[]> libraries;

  /**
   * Two versions with the same libraries.
   *
   * @param libraries the class file of a class that neither version has, or null
   */
  ReferenceComparison(
      ProjectClasses before, ProjectClasses after, Function<String, byte[]> libraries) {
    this.before = before;
    this.after = after;
    this.libraries = libraries;
  }

  /**
   * All differences that matter.
   *
   * @param edited paths of test sources that the change may edit, so that their bindings may change
   * @param followers paths of test sources that differ only in what they call of main code
   * @param followed the method of main code whose name they follow
   * @param frameworks packages of test frameworks, with slashes
   */
  List<Finding> findings(
      Collection<String> edited,
      Collection<String> followers,
      FollowedName followed,
      Collection<String> frameworks) {
    Map<String, ClassNode> oldMain = changed(before.main(), after.main());
    Map<String, ClassNode> newMain = changed(after.main(), before.main());
    Map<String, ClassNode> oldTest = changed(before.test(), after.test());
    Map<String, ClassNode> newTest = changed(after.test(), before.test());
    Map<String, ClassNode> oldEdited = taken(oldTest, edited);
    Map<String, ClassNode> newEdited = taken(newTest, edited);
    List<ClassNode> old = new ArrayList<>(oldMain.values());
    old.addAll(oldEdited.values());
    List<Finding> found = new ArrayList<>(shadows(newMain));
    found.addAll(annotations(oldMain, newMain));
    found.addAll(new TestBindings(before, after, followed).find(oldTest, newTest));
    found.addAll(otherCode(oldTest, newTest, followers));
    found.addAll(
        new NewReferences(before, after, frameworks)
            .find(old, newMain.values(), newEdited.values()));
    found.addAll(AssertionEffects.added(before, oldMain.values(), after, newMain.values()));
    return found;
  }

  /** The classes of one side that the other side does not have or has in another form. */
  private static Map<String, ClassNode> changed(
      Map<String, byte[]> files, Map<String, byte[]> others) {
    Set<String> names = new TreeSet<>(files.keySet());
    names.removeIf(name -> Arrays.equals(files.get(name), others.get(name)));
    return new TreeMap<>(ProjectClasses.read(files, names));
  }

  /** Removes and returns the classes that come from some sources. */
  private static Map<String, ClassNode> taken(
      Map<String, ClassNode> classes, Collection<String> sources) {
    Map<String, ClassNode> found = new TreeMap<>(classes);
    found.values().removeIf(node -> sources.stream().noneMatch(path -> isOf(node, path)));
    classes.keySet().removeAll(found.keySet());
    return found;
  }

  private static boolean isOf(ClassNode node, String path) {
    String source = UseReader.sourceOf(node);
    return !source.isEmpty() && (path.equals(source) || path.endsWith("/" + source));
  }

  /**
   * Findings for followers whose code differs in more than the call. A class that a follower adds
   * counts too, because it could replace main code.
   */
  private List<Finding> otherCode(
      Map<String, ClassNode> old, Map<String, ClassNode> now, Collection<String> followers) {
    Map<String, ClassNode> all = new TreeMap<>(now);
    all.putAll(old);
    return all.values().stream()
        .filter(node -> followers.stream().anyMatch(path -> mayBeOf(node, path)))
        .filter(node -> !FollowersCode.isSame(node.name, before, after))
        .map(node -> atHead(Finding.Kind.BINDING, "more than the call differs", node))
        .toList();
  }

  /**
   * Whether a class may come from a source. Only the file's name counts, because a source may be in
   * another folder than its package's.
   */
  private static boolean mayBeOf(ClassNode node, String path) {
    return node.sourceFile == null || path.endsWith("/" + node.sourceFile);
  }

  private List<Finding> shadows(Map<String, ClassNode> classes) {
    return classes.values().stream()
        .filter(node -> !before.isOwn(node.name) && libraries.apply(node.name) != null)
        .map(node -> atHead(Finding.Kind.SHADOW, Member.ofClass(node.name).toString(), node))
        .toList();
  }

  private static List<Finding> annotations(Map<String, ClassNode> old, Map<String, ClassNode> now) {
    List<Finding> found = new ArrayList<>();
    now.forEach(
        (name, node) -> {
          ClassNode other = old.get(name);
          if (other != null && (node.access & Opcodes.ACC_ANNOTATION) != 0) {
            Set<String> worn = worn(node);
            worn.removeAll(worn(other));
            worn.forEach(
                each ->
                    found.add(
                        atHead(
                            Finding.Kind.ANNOTATION,
                            "@" + each + " on @" + Member.ofClass(name),
                            node)));
          }
        });
    return found;
  }

  private static Set<String> worn(ClassNode node) {
    return Stream.of(node.visibleAnnotations, node.invisibleAnnotations)
        .filter(each -> each != null)
        .flatMap(List::stream)
        .map((AnnotationNode each) -> Type.getType(each.desc).getClassName())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Finding atHead(Finding.Kind kind, String what, ClassNode node) {
    String source = UseReader.sourceOf(node);
    return new Finding(kind, "", what, new UsePlace(node.name, "", source, 0));
  }
}
