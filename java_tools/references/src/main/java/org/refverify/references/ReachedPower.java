package org.refverify.references;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.objectweb.asm.tree.ClassNode;

/**
 * Finds what unchanged code of the project does for its callers: a changed class that newly calls a
 * method of an unchanged one also gets the power that this method uses.
 *
 * <p>Calls are followed to the class that they name; overrides are ignored.
 */
final class ReachedPower {
  private static final int MOST_METHODS = 5000;

  private final ProjectClasses version;
  private final Set<String> changed;
  private final Map<String, Map<String, List<Use>>> parts = new HashMap<>();

  /**
   * A version.
   *
   * @param changed its changed classes; their references are known without following any call
   */
  ReachedPower(ProjectClasses version, Collection<ClassNode> changed) {
    this.version = version;
    this.changed = changed.stream().map(node -> node.name).collect(Collectors.toSet());
  }

  /** The methods of unchanged main code that the changed classes call, with the first caller. */
  Map<Member, UsePlace> entries(Collection<ClassNode> nodes) {
    Map<Member, UsePlace> found = new LinkedHashMap<>();
    for (ClassNode node : nodes) {
      for (Use use : UseReader.all(node)) {
        Member declared = version.declared(use.member());
        if (isFollowed(declared)) {
          found.putIfAbsent(declared, use.place());
        }
      }
    }
    return found;
  }

  private boolean isFollowed(Member member) {
    return member.isMethod() && version.isMain(member.owner()) && !changed.contains(member.owner());
  }

  /** The members of libraries that give power and that the methods lead to. */
  Set<Member> powers(Collection<Member> methods) {
    Set<Member> seen = new LinkedHashSet<>(methods);
    Deque<Member> open = new ArrayDeque<>(methods);
    Set<Member> found = new LinkedHashSet<>();
    while (!open.isEmpty() && seen.size() < MOST_METHODS) {
      for (Member named : named(open.poll())) {
        if (isFollowed(named) && seen.add(named)) {
          open.add(named);
        } else if (!named.isClass()
            && !version.isOwn(named.owner())
            && version.power(named).isPresent()) {
          found.add(named);
        }
      }
    }
    return found;
  }

  /** What a method of unchanged main code names. */
  List<Member> named(Member method) {
    Map<String, List<Use>> all =
        parts.computeIfAbsent(
            method.owner(),
            owner ->
                UseReader.parts(
                    ProjectClasses.read(version.main(), new TreeSet<>(Set.of(owner))).get(owner)));
    return all.getOrDefault(method.name() + method.descriptor(), List.of()).stream()
        .map(use -> version.declared(use.member()))
        .toList();
  }
}
