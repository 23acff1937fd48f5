package org.refverify.prover.compare;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.lockstep.Calls;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/** Which methods of either version lead to some methods, directly or through helpers. */
final class Callers {
  private final ClassWorld before;
  private final ClassWorld after;

  Callers(ClassWorld before, ClassWorld after) {
    this.before = before;
    this.after = after;
  }

  /**
   * The methods of both versions that call one of the wanted ones, directly or through lambdas and
   * methods that only one version has.
   */
  Set<MethodId> of(Set<MethodId> wanted) {
    Set<MethodId> all = new TreeSet<>();
    Set<MethodId> open = new TreeSet<>(wanted);
    while (!open.isEmpty()) {
      Set<MethodId> found = direct(before, open);
      found.addAll(direct(after, open));
      open.clear();
      for (MethodId caller : found) {
        boolean inBoth = before.method(caller) != null && after.method(caller) != null;
        boolean lambda = caller.name().startsWith("lambda$");
        if (all.add(caller) && (lambda || !inBoth)) {
          open.add(caller);
        }
      }
    }
    all.removeIf(id -> before.method(id) == null || after.method(id) == null);
    return all;
  }

  /** Direct callers of one method of the old version. */
  Set<MethodId> before(MethodId id) {
    return direct(before, Set.of(id));
  }

  private static Set<MethodId> direct(ClassWorld world, Set<MethodId> wanted) {
    Set<MethodId> found = new TreeSet<>();
    for (ClassNode owner : world.own()) {
      for (MethodNode node : owner.methods) {
        for (AbstractInsnNode instruction : node.instructions) {
          if (leadsTo(world, owner, instruction, wanted)) {
            found.add(Method.idOf(owner, node));
          }
        }
      }
    }
    return found;
  }

  private static boolean leadsTo(
      ClassWorld world, ClassNode owner, AbstractInsnNode instruction, Set<MethodId> wanted) {
    if (instruction instanceof MethodInsnNode call) {
      ClassWorld.DeclaredMethod found = Calls.resolve(world, owner, call);
      return found != null && wanted.contains(found.id());
    }
    if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      for (Object argument : dynamic.bsmArgs) {
        if (argument instanceof Handle handle) {
          ClassWorld.DeclaredMethod found =
              world.resolve(handle.getOwner(), handle.getName(), handle.getDesc());
          if (found != null && wanted.contains(found.id())) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
