package org.refverify.fuzzer.run;

import java.util.SortedSet;
import java.util.function.IntUnaryOperator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** Probes at the changed lines of one method. */
final class LineProbing {
  private final MethodNode method;
  private final SortedSet<Integer> lines;
  private final IntUnaryOperator idOfLine;

  LineProbing(MethodNode method, SortedSet<Integer> lines, IntUnaryOperator idOfLine) {
    this.method = method;
    this.lines = lines;
    this.idOfLine = idOfLine;
  }

  void probe() {
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof LineNumberNode && lines.contains(((LineNumberNode) insn).line)) {
        AbstractInsnNode first = Probing.firstOf(insn);
        if (first != null) {
          method.instructions.insertBefore(first, probe(((LineNumberNode) insn).line));
        }
      }
    }
  }

  private InsnList probe(int line) {
    InsnList list = new InsnList();
    list.add(new LdcInsnNode(idOfLine.applyAsInt(line)));
    list.add(Probing.call("line", "(I)V"));
    return list;
  }
}
