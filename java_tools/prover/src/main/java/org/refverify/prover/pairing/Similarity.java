package org.refverify.prover.pairing;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The share of code that two methods have in common, in any order: from 0 to 1; 0 for two methods
 * without code.
 */
final class Similarity {
  private Similarity() {}

  /**
   * @param moved names of methods that only one version has; calls of any of them count as equal
   */
  static double of(MethodNode x, MethodNode y, Set<String> moved) {
    Map<String, Integer> mine = count(x, moved);
    Map<String, Integer> theirs = count(y, moved);
    int all = total(mine) + total(theirs);
    int shared = 0;
    for (Map.Entry<String, Integer> entry : mine.entrySet()) {
      shared += Math.min(entry.getValue(), theirs.getOrDefault(entry.getKey(), 0));
    }
    return all == 0 ? 0 : 2.0 * shared / all;
  }

  private static int total(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  private static Map<String, Integer> count(MethodNode method, Set<String> moved) {
    Map<String, Integer> counts = new HashMap<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction.getOpcode() >= 0 && !(instruction instanceof VarInsnNode)) {
        counts.merge(word(instruction, moved), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static String word(AbstractInsnNode instruction, Set<String> moved) {
    if (instruction instanceof MethodInsnNode call) {
      return moved.contains(call.name) ? "call " + call.desc : "call " + call.name;
    }
    if (instruction instanceof FieldInsnNode access) {
      return "field " + access.name;
    }
    if (instruction instanceof LdcInsnNode constant) {
      return "constant " + constant.cst;
    }
    return "op " + instruction.getOpcode();
  }
}
