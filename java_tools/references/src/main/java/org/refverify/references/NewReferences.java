package org.refverify.references;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds what the changed classes of a version name outside the project and those of the other
 * version did not.
 *
 * <p>All changed classes count together, so that code may move between them. A member is known by
 * the class that declares it. The supertypes of a known class are also known, and so is a method
 * that the same call means for a receiver declared as a supertype or a subtype.
 */
final class NewReferences {
  static final String TEST_FRAMEWORK = "test-framework";

  private final ProjectClasses before;
  private final ProjectClasses after;
  private final List<String> frameworks;
  private final Set<Member> known = new HashSet<>();
  private final Map<String, Set<String>> ownersOf = new LinkedHashMap<>();
  private ReachedPower then;
  private Map<Member, UsePlace> called;
  private Set<Member> inlinable;

  /**
   * Compares two versions.
   *
   * @param frameworks packages of test frameworks, with slashes; they give power over the tests
   */
  NewReferences(ProjectClasses before, ProjectClasses after, Collection<String> frameworks) {
    this.before = before;
    this.after = after;
    this.frameworks = List.copyOf(frameworks);
  }

  /**
   * Each new reference at the first place that names it.
   *
   * @param old the old versions of the changed classes, including removed ones
   * @param main the changed and new classes of main code
   * @param test those of tests that may change; they may name any framework
   */
  List<Finding> find(
      Collection<ClassNode> old, Collection<ClassNode> main, Collection<ClassNode> test) {
    then = new ReachedPower(before, old);
    called = then.entries(old);
    inlinable = null;
    old.forEach(node -> outside(before, node).forEach(use -> know(use.member())));
    Map<Member, Finding> found = new LinkedHashMap<>();
    main.forEach(node -> add(found, node, true));
    test.forEach(node -> add(found, node, false));
    List<ClassNode> now = new ArrayList<>(main);
    now.addAll(test);
    List<Finding> all = new ArrayList<>(found.values());
    all.addAll(throughUnchangedCode(now));
    return all;
  }

  /**
   * One finding for each newly called method of the project that leads to a power that no changed
   * class had before.
   */
  private List<Finding> throughUnchangedCode(Collection<ClassNode> now) {
    ReachedPower today = new ReachedPower(after, now);
    Set<Member> had = null;
    List<Finding> found = new ArrayList<>();
    for (Map.Entry<Member, UsePlace> entry : today.entries(now).entrySet()) {
      if (!called.containsKey(entry.getKey())) {
        Set<Member> powers = today.powers(Set.of(entry.getKey()));
        powers.removeIf(this::isKnown);
        if (!powers.isEmpty()) {
          had = had == null ? then.powers(called.keySet()) : had;
          powers.removeAll(had);
        }
        powers.stream().findFirst().ifPresent(each -> found.add(through(entry, each)));
      }
    }
    return found;
  }

  private Finding through(Map.Entry<Member, UsePlace> entry, Member power) {
    String group = after.power(power).map(PowerGroup::toString).orElse("");
    String what = power + " through " + entry.getKey();
    return new Finding(Finding.Kind.REFERENCE, group, what, entry.getValue());
  }

  private void know(Member member) {
    known.add(member);
    ownersOf.computeIfAbsent(key(member), k -> new HashSet<>()).add(member.owner());
  }

  private static String key(Member member) {
    return member.name() + member.descriptor();
  }

  private void add(Map<Member, Finding> found, ClassNode node, boolean isMain) {
    for (Use use : outside(after, node)) {
      Member member = use.member();
      if (!found.containsKey(member) && !isKnown(member)) {
        String group = group(member, isMain);
        found.put(
            member, new Finding(Finding.Kind.REFERENCE, group, member.toString(), use.place()));
      }
    }
  }

  private String group(Member member, boolean isMain) {
    boolean ofTests = frameworks.stream().anyMatch(each -> member.owner().startsWith(each + "/"));
    if (ofTests && isMain) {
      return TEST_FRAMEWORK;
    }
    String group = after.power(member).map(PowerGroup::toString).orElse("");
    return !group.isEmpty() && isInlinable(member) ? "" : group;
  }

  /** Whether a previously called method names the member: its body may have replaced the call. */
  private boolean isInlinable(Member member) {
    if (inlinable == null) {
      inlinable =
          called.keySet().stream()
              .flatMap(each -> then.named(each).stream())
              .collect(Collectors.toSet());
    }
    return inlinable.contains(member);
  }

  private boolean isKnown(Member member) {
    if (known.contains(member)) {
      return true;
    }
    Set<String> owners = ownersOf.getOrDefault(key(member), Set.of());
    if (member.isClass()) {
      return owners.stream().anyMatch(each -> after.isSubtype(each, member.owner()));
    }
    return !member.isConstructor()
        && owners.stream()
            .anyMatch(
                each ->
                    after.isSubtype(each, member.owner()) || after.isSubtype(member.owner(), each));
  }

  /** What a class names outside the project, by the declaring classes. */
  private static List<Use> outside(ProjectClasses version, ClassNode node) {
    List<Use> found = new ArrayList<>();
    for (Use use : UseReader.all(node)) {
      Member declared = version.declared(use.member());
      if (!version.isOwn(declared.owner())) {
        found.add(new Use(declared, use.place(), use.bound()));
      }
    }
    node.methods.stream()
        .filter(NewReferences::mayReplace)
        .forEach(method -> addOverridden(version, node, method, found));
    return found;
  }

  /**
   * Whether a method may replace an inherited one; this includes static methods, which hide those
   * of superclasses.
   */
  private static boolean mayReplace(MethodNode method) {
    return (method.access & Opcodes.ACC_PRIVATE) == 0 && !method.name.startsWith("<");
  }

  private static void addOverridden(
      ProjectClasses version, ClassNode node, MethodNode method, List<Use> found) {
    Member above = version.overridden(node, method);
    if (above != null) {
      int line = UseReader.firstLine(method);
      UsePlace place = new UsePlace(node.name, method.name, UseReader.sourceOf(node), line);
      found.add(new Use(above, place, false));
    }
  }
}
