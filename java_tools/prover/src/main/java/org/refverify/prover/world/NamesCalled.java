package org.refverify.prover.world;

import java.util.Arrays;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** The names of the methods that a class calls or refers to, and of the classes that own them. */
public final class NamesCalled {
  private NamesCalled() {}

  /** Whether some of the names are among them: names of methods, or internal names of classes. */
  public static boolean hasAny(ClassNode node, Set<String> names) {
    return node.methods.stream()
        .flatMap(method -> Arrays.stream(method.instructions.toArray()))
        .anyMatch(each -> isOf(each, names));
  }

  private static boolean isOf(AbstractInsnNode instruction, Set<String> names) {
    return instruction instanceof MethodInsnNode call
            && (names.contains(call.name) || names.contains(call.owner))
        || instruction instanceof InvokeDynamicInsnNode dynamic
            && Arrays.stream(dynamic.bsmArgs)
                .anyMatch(
                    each ->
                        each instanceof Handle handle
                            && (names.contains(handle.getName())
                                || names.contains(handle.getOwner())));
  }
}
