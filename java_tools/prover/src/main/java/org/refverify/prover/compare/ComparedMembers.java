package org.refverify.prover.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.lockstep.SwitchedEnums;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * Decides which methods of a class are compared on their own, and which a compiler generated for
 * other methods.
 */
final class ComparedMembers {
  private static final int VISIBILITY =
      Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_PRIVATE;

  /** Members that the platform finds by name, whether or not code calls them. */
  private static final Set<String> PLATFORM =
      Set.of(
          "readObject",
          "writeObject",
          "readObjectNoData",
          "readResolve",
          "writeReplace",
          "readExternal",
          "writeExternal",
          "main",
          "provider",
          "finalize",
          "premain",
          "agentmain");

  private ComparedMembers() {}

  /** All methods of a world that are compared, by name and in the order of the names. */
  static Map<MethodId, Method> of(ClassWorld world) {
    List<Method> all = new ArrayList<>();
    for (ClassNode owner : world.own()) {
      for (MethodNode node : owner.methods) {
        if (!isPartOfOthers(node)) {
          all.add(world.method(owner, node));
        }
      }
    }
    all.sort(Comparator.comparing(Method::id));
    // A hash map, because there are thousands of names and they begin with the same characters.
    Map<MethodId, Method> found = new LinkedHashMap<>();
    all.forEach(method -> found.put(method.id(), method));
    return found;
  }

  /** Whether the code is compared where it is used: lambdas, tables of enum switches. */
  private static boolean isPartOfOthers(MethodNode node) {
    boolean synthetic = (node.access & Opcodes.ACC_SYNTHETIC) != 0;
    return SwitchedEnums.isTable(node.name, node.access)
        || synthetic
            && (node.name.startsWith("lambda$") || node.name.equals("$deserializeLambda$"));
  }

  /** Whether the source contains the method or constructor. */
  static boolean isPlain(Method method) {
    return !method.is(Opcodes.ACC_SYNTHETIC | Opcodes.ACC_BRIDGE)
        && !method.node().name.equals("<clinit>");
  }

  static boolean isPlatform(MethodId id) {
    return PLATFORM.contains(id.name());
  }

  static boolean isPrivate(Method method) {
    return method.is(Opcodes.ACC_PRIVATE);
  }

  /** Whether the receiver's class decides which method a call runs. */
  static boolean isDispatched(Method method) {
    return !method.is(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC) && !method.isConstructor();
  }

  /** The flags for the visibility of a member. */
  static int visibility(int access) {
    return access & VISIBILITY;
  }

  /** The flags that the source gives a class, nested or not. */
  static int declaredAccess(ClassNode node) {
    return node.innerClasses.stream()
        .filter(each -> each.name.equals(node.name))
        .mapToInt(each -> each.access)
        .findFirst()
        .orElse(node.access);
  }

  /** The flags except visibility, {@code final} and deprecation. */
  static int otherFlags(int access) {
    return access & ~(VISIBILITY | Opcodes.ACC_FINAL | Opcodes.ACC_DEPRECATED);
  }

  /** The last part of a class's name. */
  static String simpleName(String internalName) {
    int cut = Math.max(internalName.lastIndexOf('/'), internalName.lastIndexOf('$'));
    return internalName.substring(cut + 1);
  }
}
