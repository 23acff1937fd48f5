package org.refverify.prover.compare;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.lockstep.Calls;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/** Finds the methods of either version that call given methods, directly or through helpers. */
final class Callers {
  private final ClassWorld before;
  private final ClassWorld after;

  Callers(ClassWorld before, ClassWorld after) {
    this.before = before;
    this.after = after;
  }

  /**
   * The methods of both versions that call a given one, directly or through lambdas and through
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

  /**
   * Whether the old code of a method calls or refers to anything by one of the names. Its lambdas
   * and the methods that only the old version has are included. A call of a method that a compiler
   * generated counts too, because it may lead to a method of any name.
   */
  boolean named(MethodId id, Set<String> names) {
    Set<MethodId> seen = new HashSet<>(Set.of(id));
    Deque<MethodId> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      Method method = before.method(open.pop());
      if (method == null || method.is(Opcodes.ACC_SYNTHETIC) && !method.isLambdaBody()) {
        return true;
      }
      for (int at = 0; at < method.length(); at++) {
        AbstractInsnNode instruction = method.at(at);
        if (instruction instanceof MethodInsnNode call && isNamed(call, method.owner(), names)) {
          return true;
        }
        for (MethodId called : called(method.owner(), instruction)) {
          boolean part = called.name().startsWith("lambda$") || after.method(called) == null;
          if (names.contains(called.name())) {
            return true;
          }
          if (part && before.method(called) != null && seen.add(called)) {
            open.add(called);
          }
        }
      }
    }
    return false;
  }

  private boolean isNamed(MethodInsnNode call, ClassNode caller, Set<String> names) {
    ClassWorld.DeclaredMethod found = Calls.resolve(before, caller, call);
    return names.contains(call.name) || found != null && found.is(Opcodes.ACC_SYNTHETIC);
  }

  /** The methods that an instruction of the old version calls or refers to. */
  private List<MethodId> called(ClassNode caller, AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      ClassWorld.DeclaredMethod found = Calls.resolve(before, caller, call);
      return found == null ? List.of() : List.of(found.id());
    }
    List<MethodId> all = new ArrayList<>();
    for (Handle handle : handles(instruction)) {
      ClassWorld.DeclaredMethod found =
          before.resolve(handle.getOwner(), handle.getName(), handle.getDesc());
      all.add(
          found == null
              ? new MethodId(handle.getOwner(), handle.getName(), handle.getDesc())
              : found.id());
    }
    return all;
  }

  /**
   * Whether an old method with a partner in the new version leads to the method, directly or
   * through lambdas and through methods without a partner.
   */
  boolean leadFromCompared(MethodId id, Set<MethodId> paired) {
    Set<MethodId> seen = new HashSet<>(Set.of(id));
    Set<MethodId> open = Set.of(id);
    while (!open.isEmpty()) {
      Set<MethodId> next = direct(before, open);
      next.removeIf(caller -> !seen.add(caller));
      for (MethodId caller : next) {
        boolean compared = after.method(caller) != null && !before.method(caller).isLambdaBody();
        if (compared || paired.contains(caller)) {
          return true;
        }
      }
      open = next;
    }
    return false;
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
    for (Handle handle : handles(instruction)) {
      ClassWorld.DeclaredMethod found =
          world.resolve(handle.getOwner(), handle.getName(), handle.getDesc());
      if (found != null && wanted.contains(found.id())) {
        return true;
      }
    }
    return false;
  }

  private static List<Handle> handles(AbstractInsnNode instruction) {
    return instruction instanceof InvokeDynamicInsnNode dynamic
        ? Arrays.stream(dynamic.bsmArgs)
            .filter(Handle.class::isInstance)
            .map(Handle.class::cast)
            .toList()
        : List.of();
  }
}
