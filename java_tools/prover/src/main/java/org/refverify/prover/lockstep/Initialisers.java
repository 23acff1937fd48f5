package org.refverify.prover.lockstep;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.world.ClassWorld;

/**
 * Static initialisers whose execution no code can notice, see {@link QuietCode}; the initialisers
 * that they trigger are included, as long as there is no cycle. If two classes wait for each other,
 * the first one to begin sees the other's fields empty, so the order can be noticed.
 */
public final class Initialisers {
  private final ClassWorld world;
  private final Set<String> running = new HashSet<>();

  private Initialisers(ClassWorld world) {
    this.world = world;
  }

  /**
   * Whether no code can notice the initialisation of this class and of the classes that are
   * initialised before it.
   */
  public static boolean isTrivial(ClassWorld world, ClassNode node) {
    return new Initialisers(world).isUnseen(node);
  }

  /** The same for the class alone, if the initialisation of its supertypes has begun. */
  static boolean isQuiet(ClassWorld world, ClassNode node) {
    return world.missingAbove(node.name).isEmpty() && new Initialisers(world).isQuiet(node);
  }

  /** The same during the execution of an initialiser. */
  boolean isUnseen(ClassNode node) {
    return world.missingAbove(node.name).isEmpty()
        && isQuiet(node)
        && world.initialisedBefore(node).stream().allMatch(this::isQuiet);
  }

  /** The same for an object's class that implements only this interface. */
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

  /** Whether a static field has one value at every read, and no code can notice the read. */
  boolean isFixed(FieldInsnNode access) {
    ClassNode owner = declaring(access);
    return owner != null
        && world.inTree(owner.name) == owner
        && isFinal(access)
        && !running.contains(owner.name)
        && isUnseen(owner);
  }

  /** The class that declares a field, whichever class the code names; null if it is unknown. */
  ClassNode declaring(FieldInsnNode access) {
    ClassWorld.DeclaredField field = world.field(access.owner, access.name, access.desc);
    return field == null || !world.missingAbove(access.owner).isEmpty() ? null : field.owner();
  }

  private boolean isFinal(FieldInsnNode access) {
    ClassWorld.DeclaredField field = world.field(access.owner, access.name, access.desc);
    return (field.field().access & Opcodes.ACC_FINAL) != 0;
  }
}
