package org.refverify.references;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * Whether the names in test classes whose sources did not change, or only follow a method, still
 * mean the same.
 *
 * <p>The names of each method are compared in their order. A member may move between two classes of
 * main code: then the first has lost it and the second did not have it. So may the one method that
 * was to be renamed have another name, in its place or where it moved to.
 */
final class TestBindings {
  private final ProjectClasses before;
  private final ProjectClasses after;
  private final FollowedName followed;
  private final Map<Member, Member> nowOf = new HashMap<>();
  private final Map<Member, Member> thenOf = new HashMap<>();

  TestBindings(ProjectClasses before, ProjectClasses after, FollowedName followed) {
    this.before = before;
    this.after = after;
    this.followed = followed;
  }

  /**
   * The first changed binding of each method.
   *
   * @param old test classes as they were
   * @param now the same ones; one that is missing is no finding: nothing of it runs
   */
  List<Finding> find(Map<String, ClassNode> old, Map<String, ClassNode> now) {
    List<Finding> found = new ArrayList<>();
    old.forEach(
        (name, node) -> {
          ClassNode other = now.get(name);
          if (other != null) {
            compare(node, other, found);
          }
        });
    return found;
  }

  private void compare(ClassNode old, ClassNode now, List<Finding> found) {
    Map<String, List<Use>> then = UseReader.parts(old);
    Map<String, List<Use>> today = UseReader.parts(now);
    Set<String> made = synthetic(old);
    then.forEach(
        (part, uses) -> {
          List<Use> others = today.get(part);
          if (others != null) {
            compare(bound(uses), bound(others), found);
          } else if (!made.contains(part)) {
            UsePlace place = new UsePlace(old.name, part, UseReader.sourceOf(old), 0);
            found.add(new Finding(Finding.Kind.BINDING, "", part + " is gone", place));
          }
        });
  }

  /** Methods that the compiler makes by itself; it may do without one. */
  private static Set<String> synthetic(ClassNode node) {
    return node.methods.stream()
        .filter(each -> (each.access & (Opcodes.ACC_SYNTHETIC | Opcodes.ACC_BRIDGE)) != 0)
        .map(each -> each.name + each.desc)
        .collect(Collectors.toSet());
  }

  private static List<Use> bound(List<Use> uses) {
    return uses.stream().filter(Use::bound).toList();
  }

  private void compare(List<Use> then, List<Use> now, List<Finding> found) {
    int common = Math.min(then.size(), now.size());
    for (int i = 0; i < common; i++) {
      Use old = then.get(i);
      Use other = now.get(i);
      if (!isSame(old.member(), other.member())) {
        found.add(changed(old.member(), other.member(), other.place()));
        return;
      }
    }
    if (then.size() > common) {
      Use gone = then.get(common);
      found.add(finding(gone.member() + " is named no more", gone.place()));
    } else if (now.size() > common) {
      Use added = now.get(common);
      found.add(finding(added.member() + " is named now", added.place()));
    }
  }

  private Finding changed(Member old, Member now, UsePlace place) {
    return finding(before.declared(old) + " was meant, now " + after.declared(now), place);
  }

  private static Finding finding(String what, UsePlace place) {
    return new Finding(Finding.Kind.BINDING, "", what, place);
  }

  private boolean isSame(Member old, Member now) {
    Member then = before.declared(old);
    Member today = after.declared(now);
    if (isFollowed(old, now)) {
      return true;
    }
    if (then.isClass() || !Objects.equals(then.in(""), today.in(""))) {
      return then.equals(today);
    }
    boolean isOurs = before.isMain(then.owner()) && after.isMain(today.owner());
    return then.equals(today) || isOurs && (old.equals(now) || hasMoved(then, today));
  }

  /**
   * The same call under the new name or of another class, which meant nothing there before; the old
   * one is gone. A method of a test's own subclass would run in its place.
   */
  private boolean isFollowed(Member old, Member now) {
    if (!followed.takes(old, now)) {
      return false;
    }
    Member then = before.declared(old);
    Member today = after.declared(now);
    return followed.takes(then, today)
        && before.isMain(then.owner())
        && after.isMain(today.owner())
        && !before.resolves(now)
        && !before.isDeclaredByTestsBelow(then.owner(), now.name())
        && !after.resolves(old)
        && isOneToOne(then, today);
  }

  private boolean hasMoved(Member then, Member today) {
    return !after.declares(then) && !before.declares(today) && isOneToOne(then, today);
  }

  /** Two members become no single one, in whatever test: one may compare them. */
  private boolean isOneToOne(Member then, Member today) {
    return today.equals(nowOf.computeIfAbsent(then, each -> today))
        && then.equals(thenOf.computeIfAbsent(today, each -> then));
  }
}
