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
 * Checks whether the names in test classes still mean the same, if the sources of the classes did
 * not change or only follow a method.
 *
 * <p>The names of each method are compared in their order. A member may move between two classes of
 * main code: then the first class has lost it and the second did not have it before. The one method
 * that was to be renamed may also have another name, in its old class or a new one.
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
   * @param old the old test classes
   * @param now the same ones; a missing one is no finding, because nothing of it runs
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

  /** Methods that the compiler generates and may omit. */
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
   * Whether a call is the same under the new name or in another class. The new name meant nothing
   * there before, and the old one is gone. A method of a test's own subclass would run instead.
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

  /** Whether two members stay two in all tests, since one may compare them. */
  private boolean isOneToOne(Member then, Member today) {
    return today.equals(nowOf.computeIfAbsent(then, each -> today))
        && then.equals(thenOf.computeIfAbsent(today, each -> then));
  }
}
