package org.refverify.prover.pairing;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.refverify.prover.world.ClassWorld;

/**
 * Decides whether a version's own code may read a message in which the JVM or the platform names a
 * class. Either a handler catches such an exception by its own type and uses it. Or a handler
 * catches a supertype, the guarded code may throw the exception, and some code reads messages. An
 * assumption says that no other code reads such a message.
 */
final class NamesInMessages {
  private static final Set<String> READERS =
      Set.of("getMessage", "getLocalizedMessage", "toString", "printStackTrace");

  private final ClassWorld world;
  private final boolean demanding;

  private NamesInMessages(ClassWorld world) {
    this.world = world;
    this.demanding =
        instructions(world)
            .anyMatch(
                each ->
                    each instanceof MethodInsnNode call
                        && NamingExceptions.demands(call.owner, call.name));
  }

  static boolean in(ClassWorld world) {
    return usesExpected(world)
        || instructions(world).anyMatch(NamesInMessages::reads)
            && new NamesInMessages(world).isAnyCaught();
  }

  private static boolean usesExpected(ClassWorld world) {
    return world.own().stream()
        .flatMap(node -> node.methods.stream())
        .flatMap(method -> method.tryCatchBlocks.stream())
        .anyMatch(block -> NamingExceptions.isExpected(block.type) && isUsed(block.handler));
  }

  /** Whether a handler loads the exception again after it has stored or dropped it. */
  private static boolean isUsed(AbstractInsnNode handler) {
    AbstractInsnNode first = handler;
    while (first.getOpcode() < 0) {
      first = first.getNext();
    }
    if (first.getOpcode() == Opcodes.POP) {
      return false;
    }
    if (!(first instanceof VarInsnNode stored)) {
      return true;
    }
    AbstractInsnNode next = first.getNext();
    while (next != null && !isOf(next, Opcodes.ASTORE, stored.var)) {
      if (isOf(next, Opcodes.ALOAD, stored.var)) {
        return true;
      }
      next = next.getNext();
    }
    return false;
  }

  private static boolean isOf(AbstractInsnNode instruction, int opcode, int variable) {
    return instruction.getOpcode() == opcode && ((VarInsnNode) instruction).var == variable;
  }

  private static Stream<AbstractInsnNode> instructions(ClassWorld world) {
    return world.own().stream()
        .flatMap(node -> node.methods.stream())
        .flatMap(method -> Arrays.stream(method.instructions.toArray()));
  }

  private static boolean reads(AbstractInsnNode instruction) {
    return instruction instanceof MethodInsnNode call && reads(call.owner, call.name, call.desc)
        || handles(instruction)
            .anyMatch(each -> reads(each.getOwner(), each.getName(), each.getDesc()));
  }

  /**
   * Whether a call reads a message. An exception that is created with only a cause takes the
   * cause's text as its message.
   */
  private static boolean reads(String owner, String name, String descriptor) {
    return READERS.contains(name) && !NamingExceptions.takenBy(owner).isEmpty()
        || name.equals("<init>") && descriptor.equals("(Ljava/lang/Throwable;)V");
  }

  private static Stream<Handle> handles(AbstractInsnNode instruction) {
    return instruction instanceof InvokeDynamicInsnNode dynamic
        ? Arrays.stream(dynamic.bsmArgs).filter(Handle.class::isInstance).map(Handle.class::cast)
        : Stream.empty();
  }

  private boolean isAnyCaught() {
    for (ClassNode node : world.own()) {
      for (MethodNode method : node.methods) {
        if (method.tryCatchBlocks.stream().anyMatch(block -> isCaught(node, method, block))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isCaught(ClassNode node, MethodNode method, TryCatchBlockNode block) {
    Set<String> taken = block.type == null ? Set.of() : NamingExceptions.takenBy(block.type);
    if (taken.isEmpty()) {
      return false;
    }
    Guarded guarded = new Guarded(taken, new HashSet<>());
    for (AbstractInsnNode next = block.start; next != block.end; next = next.getNext()) {
      if (mayThrow(guarded, node, method, next)) {
        return true;
      }
    }
    return false;
  }

  /**
   * A search of guarded code.
   *
   * @param taken the exceptions that the handler catches
   * @param seen the methods that were already searched
   */
  private record Guarded(Set<String> taken, Set<MethodNode> seen) {

    boolean takes(Set<String> thrown) {
      return !Collections.disjoint(taken, thrown);
    }
  }

  private boolean mayThrow(
      Guarded guarded, ClassNode node, MethodNode method, AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      ClassWorld.DeclaredMethod found = world.resolve(call.owner, call.name, call.desc);
      return guarded.takes(thrown(node, call, found)) || isInside(guarded, found);
    }
    return guarded.takes(NamingExceptions.of(method, instruction))
        || handles(instruction)
            .map(each -> world.resolve(each.getOwner(), each.getName(), each.getDesc()))
            .anyMatch(found -> isInside(guarded, found));
  }

  private Set<String> thrown(ClassNode node, MethodInsnNode call, ClassWorld.DeclaredMethod found) {
    String owner = found == null ? call.owner : found.owner().name;
    if (owner.equals("java/lang/Object") && call.name.equals("clone")) {
      boolean cloneable = world.isSubtype(node.name, "java/lang/Cloneable");
      return cloneable ? Set.of() : NamingExceptions.ofClone();
    }
    return NamingExceptions.of(owner, call.name, call.desc, demanding);
  }

  /** Whether the method, or a method that overrides it, may throw one of the exceptions. */
  private boolean isInside(Guarded guarded, ClassWorld.DeclaredMethod called) {
    if (called == null) {
      return false;
    }
    return Stream.concat(Stream.of(called.owner()), world.own().stream())
        .filter(node -> node == called.owner() || world.isSubtype(node.name, called.owner().name))
        .filter(this::isFollowed)
        .anyMatch(
            node -> {
              MethodNode code =
                  ClassWorld.declared(node, called.method().name, called.method().desc);
              return code != null && guarded.seen().add(code) && isInside(guarded, node, code);
            });
  }

  private boolean isInside(Guarded guarded, ClassNode node, MethodNode code) {
    return Arrays.stream(code.instructions.toArray())
        .anyMatch(each -> mayThrow(guarded, node, code, each));
  }

  /**
   * Whether the class is one of the version's own, or a class of the tree that one of them extends.
   */
  private boolean isFollowed(ClassNode node) {
    return world.own(node.name) == node
        || world.inTree(node.name) != null
            && world.own().stream().anyMatch(each -> world.isSubtype(each.name, node.name));
  }
}
