package org.refverify.prover.pairing;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** How much code two methods share, whatever its order: from 0 to 1; 0 for two without code. */
final class Similarity {
  private Similarity() {}

  static double of(MethodNode x, MethodNode y) {
    Map<String, Integer> mine = count(x);
    Map<String, Integer> theirs = count(y);
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

  private static Map<String, Integer> count(MethodNode method) {
    Map<String, Integer> counts = new HashMap<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction.getOpcode() >= 0 && !(instruction instanceof VarInsnNode)) {
        counts.merge(word(instruction), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static String word(AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      return "call " + call.name;
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
