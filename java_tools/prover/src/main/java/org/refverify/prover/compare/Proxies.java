package org.refverify.prover.compare;

import java.util.Arrays;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.refverify.prover.world.ClassWorld;

/**
 * Objects of {@code java.lang.reflect.Proxy}: they take every call of an interface's methods, also
 * of one with code, and need not name the interface.
 */
final class Proxies {
  /** Makes them. */
  static final String MAKER = "newProxyInstance";

  private Proxies() {}

  /** Whether the own classes of a version make any. */
  static boolean in(ClassWorld world) {
    return world.own().stream()
        .flatMap(node -> node.methods.stream())
        .flatMap(method -> Arrays.stream(method.instructions.toArray()))
        .anyMatch(Proxies::isMade);
  }

  private static boolean isMade(AbstractInsnNode instruction) {
    return instruction instanceof MethodInsnNode call && call.name.equals(MAKER)
        || instruction instanceof InvokeDynamicInsnNode dynamic
            && Arrays.stream(dynamic.bsmArgs)
                .anyMatch(each -> each instanceof Handle handle && handle.getName().equals(MAKER));
  }
}
