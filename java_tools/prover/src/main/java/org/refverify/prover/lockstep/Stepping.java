package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.verdict.Reason;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * Decides whether a call may be stepped into: only if the code that runs is certainly the code that
 * was found.
 *
 * <p>An override in a class that the other version does not have is no obstacle. An object of such
 * a class can come only from a constructor call, which is an event that the other version cannot
 * match, so no such object exists in two runs that are still in step. Only an initialiser that no
 * code can notice creates objects without an event; so a class is an obstacle if initialisers or
 * constructors create objects of it.
 */
public final class Stepping {
  private static final int EXACT = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;

  private Stepping() {}

  /** Whether another class, inside the tree or outside, could run other code. */
  public static boolean isOverridable(Method method) {
    return !method.is(EXACT)
        && (method.owner().access & Opcodes.ACC_FINAL) == 0
        && !method.isConstructor();
  }

  /** Throws a refusal if the call's code is uncertain or cannot be followed. */
  static void demand(Half half, Side side, Method target, int opcode, int depth) {
    if (side.isRunning(target)) {
      throw new Refusal(Reason.RECURSION, "recursive " + target);
    }
    if (side.frames().size() > depth) {
      throw new Refusal(Reason.RECURSION, "too deep: " + target);
    }
    if (target.hasNoCode()) {
      throw new Refusal(Reason.DISPATCH, "no code: " + target);
    }
    if (target.is(Opcodes.ACC_SYNCHRONIZED)) {
      throw new Refusal(Reason.SYNCHRONIZED, "synchronized " + target);
    }
    if (target.isUnresolved()) {
      throw new Refusal(Reason.UNRESOLVED, "compile errors in " + target);
    }
    if (!half.world().isCompiledAlike(target.owner())) {
      throw new Refusal(Reason.UNSUPPORTED, "other compilers make other code of " + target);
    }
    if (opcode != Opcodes.INVOKESPECIAL && isOverridable(target)) {
      List<String> others = otherTargets(half, target);
      if (!others.isEmpty()) {
        throw new Refusal(Reason.DISPATCH, target + " may run code of " + others.get(0));
      }
    }
  }

  /**
   * Own classes whose objects may exist in step and on which a call of the method runs other code.
   */
  public static List<String> otherTargets(Half half, Method target) {
    ClassWorld world = half.world();
    MethodNode node = target.node();
    List<String> found = new ArrayList<>();
    for (ClassNode below : world.own()) {
      boolean known =
          half.other().find(below.name) != null || half.isMadeByInitialisers(below.name);
      if (below == target.owner() || !known || !mayBeBelow(world, below, target.owner())) {
        continue;
      }
      ClassWorld.DeclaredMethod run = world.resolve(below.name, node.name, node.desc);
      if (run == null || run.method() != node) {
        found.add(below.name);
      }
    }
    return found;
  }

  private static boolean mayBeBelow(ClassWorld world, ClassNode below, ClassNode top) {
    return world.isSubtype(below.name, top.name)
        || !world.missingAbove(below.name).isEmpty()
            && below.methods.stream().anyMatch(m -> declares(top, m));
  }

  private static boolean declares(ClassNode top, MethodNode method) {
    return ClassWorld.declared(top, method.name, method.desc) != null;
  }
}
