package org.refverify.fuzzer.run;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Step probes at the method's entry, loop heads and arrays; hit probes at every block. */
final class Probing {
  private static final String PROBE = Type.getInternalName(Probe.class);
  private final MethodNode method;
  private final IntSupplier ids;
  private final Set<LabelNode> blocks = new LinkedHashSet<LabelNode>();
  private final Set<LabelNode> loops = new HashSet<LabelNode>();

  /** Without ids (null) only steps are counted and no hits are recorded. */
  Probing(MethodNode method, IntSupplier ids) {
    this.method = method;
    this.ids = ids;
  }

  void probe() {
    for (AbstractInsnNode insn : method.instructions) {
      targets(insn);
    }
    for (TryCatchBlockNode handler : method.tryCatchBlocks) {
      blocks.add(handler.handler);
    }
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn.getOpcode() == Opcodes.NEWARRAY || insn.getOpcode() == Opcodes.ANEWARRAY) {
        method.instructions.insertBefore(insn, new InsnNode(Opcodes.DUP));
        method.instructions.insertBefore(insn, call("array", "(I)V"));
      }
      if (ids != null && isCondition(insn)) {
        method.instructions.insert(insn, hit());
      }
    }
    for (LabelNode block : blocks) {
      begin(block, loops.contains(block));
    }
    InsnList entry = new InsnList();
    entry.add(call("step", "()V"));
    if (ids != null) {
      entry.add(hit());
    }
    method.instructions.insert(entry);
  }

  private void begin(LabelNode block, boolean loop) {
    AbstractInsnNode first = firstOf(block);
    if (first == null) {
      return;
    }
    if (loop) {
      method.instructions.insertBefore(first, call("step", "()V"));
    }
    if (ids != null) {
      method.instructions.insertBefore(first, hit());
    }
  }

  /** The first real instruction after a label; null at the end of the code. */
  static AbstractInsnNode firstOf(AbstractInsnNode label) {
    AbstractInsnNode at = label;
    while (at != null && at.getOpcode() < 0) {
      at = at.getNext();
    }
    return at;
  }

  private void targets(AbstractInsnNode insn) {
    if (insn instanceof JumpInsnNode) {
      target(insn, ((JumpInsnNode) insn).label);
    } else if (insn instanceof TableSwitchInsnNode) {
      targets(insn, ((TableSwitchInsnNode) insn).labels, ((TableSwitchInsnNode) insn).dflt);
    } else if (insn instanceof LookupSwitchInsnNode) {
      targets(insn, ((LookupSwitchInsnNode) insn).labels, ((LookupSwitchInsnNode) insn).dflt);
    }
  }

  private void targets(AbstractInsnNode from, List<LabelNode> labels, LabelNode otherwise) {
    target(from, otherwise);
    for (LabelNode label : labels) {
      target(from, label);
    }
  }

  private void target(AbstractInsnNode from, LabelNode label) {
    blocks.add(label);
    if (method.instructions.indexOf(label) <= method.instructions.indexOf(from)) {
      loops.add(label);
    }
  }

  private static boolean isCondition(AbstractInsnNode insn) {
    return insn instanceof JumpInsnNode
        && insn.getOpcode() != Opcodes.GOTO
        && insn.getOpcode() != Opcodes.JSR;
  }

  private InsnList hit() {
    InsnList list = new InsnList();
    list.add(new LdcInsnNode(ids.getAsInt()));
    list.add(call("hit", "(I)V"));
    return list;
  }

  static MethodInsnNode call(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, PROBE, name, descriptor, false);
  }
}
