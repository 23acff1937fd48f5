package org.refverify.fuzzer.mutation;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Instructions that no source contains or whose value is never observed: a mutant there says
 * nothing about inputs. The compiler's code for {@code finally} and {@code try (…)} rethrows an
 * exception; the initial capacity of a buffer affects only time.
 */
final class Unseen {
  private static final Set<String> GROWING =
      new HashSet<String>(
          Arrays.asList(
              "java/lang/StringBuilder",
              "java/lang/StringBuffer",
              "java/io/StringWriter",
              "java/io/ByteArrayOutputStream",
              "java/util/ArrayList",
              "java/util/ArrayDeque",
              "java/util/HashMap",
              "java/util/HashSet",
              "java/util/LinkedHashMap",
              "java/util/LinkedHashSet",
              "java/util/Hashtable",
              "java/util/PriorityQueue",
              "java/util/concurrent/ConcurrentHashMap"));

  private Unseen() {}

  /** Whether no input could show a mutant at this place. */
  static boolean isAt(Place place) {
    return isPassedOn(place) || isCapacity(place);
  }

  private static boolean isPassedOn(Place place) {
    if (place.at instanceof MethodInsnNode) {
      MethodInsnNode call = (MethodInsnNode) place.at;
      return call.name.equals("addSuppressed") && call.owner.equals("java/lang/Throwable");
    }
    AbstractInsnNode before = Neighbours.previous(place.at);
    return place.at.getOpcode() == Opcodes.ATHROW
        && before != null
        && before.getOpcode() == Opcodes.ALOAD
        && hasNames(place)
        && !isNamed(place, ((VarInsnNode) before).var);
  }

  private static boolean hasNames(Place place) {
    return place.method.localVariables != null && !place.method.localVariables.isEmpty();
  }

  private static boolean isNamed(Place place, int slot) {
    for (LocalVariableNode local : place.method.localVariables) {
      int start = place.method.instructions.indexOf(local.start);
      int end = place.method.instructions.indexOf(local.end);
      if (local.index == slot && start <= place.index && place.index < end) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the value is a capacity: only sums and lengths come before the call that reserves
   * space.
   */
  private static boolean isCapacity(Place place) {
    AbstractInsnNode at = place.at;
    while (at != null && isSummand(at)) {
      at = Neighbours.instruction(at);
    }
    if (at == place.at || !(at instanceof MethodInsnNode)) {
      return false;
    }
    MethodInsnNode call = (MethodInsnNode) at;
    boolean growing = GROWING.contains(call.owner);
    return growing
        && (call.desc.equals("(I)V") || call.desc.equals("(IF)V"))
        && (call.name.equals("<init>") || call.name.equals("ensureCapacity"));
  }

  private static boolean isSummand(AbstractInsnNode at) {
    int opcode = at.getOpcode();
    if (at instanceof MethodInsnNode) {
      MethodInsnNode call = (MethodInsnNode) at;
      return call.desc.equals("()I") && (call.name.equals("length") || call.name.equals("size"));
    }
    return opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.LDC
        || opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD
        || opcode >= Opcodes.IADD && opcode <= Opcodes.IREM
        || opcode >= Opcodes.ISHL && opcode <= Opcodes.LXOR
        || opcode == Opcodes.ARRAYLENGTH
        || opcode == Opcodes.GETFIELD
        || opcode == Opcodes.I2F;
  }
}
