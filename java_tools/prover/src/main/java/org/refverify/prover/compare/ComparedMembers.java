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

/** Which methods of a class are compared as such, and which a compiler made for others. */
final class ComparedMembers {
  private static final int VISIBILITY =
      Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_PRIVATE;

  /** Members that the platform finds by name, whatever calls them. */
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

  /** All methods of a world that are compared, by name and in order of the names. */
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
    // Found without comparing names: there are thousands, and they begin alike.
    Map<MethodId, Method> found = new LinkedHashMap<>();
    all.forEach(method -> found.put(method.id(), method));
    return found;
  }

  /** Code that is compared where it is used: lambdas, tables of enum switches. */
  private static boolean isPartOfOthers(MethodNode node) {
    boolean synthetic = (node.access & Opcodes.ACC_SYNTHETIC) != 0;
    return SwitchedEnums.isTable(node.name, node.access)
        || synthetic
            && (node.name.startsWith("lambda$") || node.name.equals("$deserializeLambda$"));
  }

  /** Whether somebody wrote the method (or a constructor) in the source. */
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

  /** Whether calls are dispatched by the receiver's class. */
  static boolean isDispatched(Method method) {
    return !method.is(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC) && !method.isConstructor();
  }

  /** Flags that say who may see a member. */
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

  /** Flags that mean something else. */
  static int otherFlags(int access) {
    return access & ~(VISIBILITY | Opcodes.ACC_FINAL | Opcodes.ACC_DEPRECATED);
  }

  /** The last part of a class's name. */
  static String simpleName(String internalName) {
    int cut = Math.max(internalName.lastIndexOf('/'), internalName.lastIndexOf('$'));
    return internalName.substring(cut + 1);
  }
}
