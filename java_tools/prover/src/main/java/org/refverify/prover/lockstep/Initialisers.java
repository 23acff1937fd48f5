package org.refverify.prover.lockstep;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.world.ClassWorld;

/**
 * Static initialisers that nobody sees run, see {@link QuietCode}: with those that they lead to, in
 * one direction. Where two classes wait for each other, the one that begins first sees the other
 * one's fields empty, so it can be seen which one it was.
 */
public final class Initialisers {
  private final ClassWorld world;
  private final Set<String> running = new HashSet<>();

  private Initialisers(ClassWorld world) {
    this.world = world;
  }

  /** Whether nobody sees when this class is initialised, with what is initialised before it. */
  public static boolean isTrivial(ClassWorld world, ClassNode node) {
    return new Initialisers(world).isUnseen(node);
  }

  /** The same of the class alone: where what is above it has begun to be initialised. */
  static boolean isQuiet(ClassWorld world, ClassNode node) {
    return world.missingAbove(node.name).isEmpty() && new Initialisers(world).isQuiet(node);
  }

  /** The same, by code of an initialiser that is on its way. */
  boolean isUnseen(ClassNode node) {
    return world.missingAbove(node.name).isEmpty()
        && isQuiet(node)
        && world.initialisedBefore(node).stream().allMatch(this::isQuiet);
  }

  /** The same of an object's class that implements the interface and nothing else. */
  boolean isUnseenByObjects(ClassNode node) {
    return isUnseen(node) && world.above(node.name).stream().allMatch(this::isQuiet);
  }

  private boolean isQuiet(ClassNode node) {
    MethodNode initialiser = ClassWorld.declared(node, "<clinit>", "()V");
    if (initialiser == null) {
      return true;
    }
    if (world.inTree(node.name) == null) {
      return node.name.startsWith("java/");
    }
    if (!world.isCompiledAlike(node) || !running.add(node.name)) {
      return false;
    }
    boolean quiet = QuietCode.isQuiet(world, world.method(node, initialiser), this);
    running.remove(node.name);
    return quiet;
  }

  /** Whether a static field has one value whenever it is read, by a read that nobody sees. */
  boolean isFixed(FieldInsnNode access) {
    ClassNode owner = declaring(access);
    return owner != null
        && world.inTree(owner.name) == owner
        && isFinal(access)
        && !running.contains(owner.name)
        && isUnseen(owner);
  }

  /** The class that declares a field, whichever class the code names; null if nobody can tell. */
  ClassNode declaring(FieldInsnNode access) {
    ClassWorld.DeclaredField field = world.field(access.owner, access.name, access.desc);
    return field == null || !world.missingAbove(access.owner).isEmpty() ? null : field.owner();
  }

  private boolean isFinal(FieldInsnNode access) {
    ClassWorld.DeclaredField field = world.field(access.owner, access.name, access.desc);
    return (field.field().access & Opcodes.ACC_FINAL) != 0;
  }
}
