package org.refverify.fuzzer.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes the loops of one method report their state in every round, if locals are the whole state.
 */
final class LoopProbing {
  private static final String LOOPS = Type.getInternalName(Loops.class);

  private final MethodNode method;
  private final IntSupplier ids;
  private final Map<AbstractInsnNode, Integer> places =
      new LinkedHashMap<AbstractInsnNode, Integer>();

  LoopProbing(MethodNode method, IntSupplier ids) {
    this.method = method;
    this.ids = ids;
  }

  void probe() {
    for (AbstractInsnNode insn : method.instructions) {
      places.put(insn, places.size());
    }
    Map<LabelNode, AbstractInsnNode> ends = new LinkedHashMap<LabelNode, AbstractInsnNode>();
    for (AbstractInsnNode insn : places.keySet()) {
      for (LabelNode target : targets(insn)) {
        if (place(target) <= place(insn)) {
          ends.put(target, insn);
        }
      }
    }
    ends.replaceAll(this::extended);
    List<Runnable> changes = new ArrayList<Runnable>();
    for (Map.Entry<LabelNode, AbstractInsnNode> loop : ends.entrySet()) {
      LabelNode head = loop.getKey();
      AbstractInsnNode end = loop.getValue();
      FrameNode frame = Handlers.frameAt(head);
      if (frame != null && frame.stack.isEmpty() && isEnteredAtHead(head, end)) {
        LoopBody body = new LoopBody(head, end);
        if (body.isClosed()) {
          changes.add(() -> tell(head, end, frame, body));
        }
      }
    }
    for (Runnable change : changes) {
      change.run();
    }
  }

  /** The loop's end, extended to the last jump back into it. */
  private AbstractInsnNode extended(LabelNode head, AbstractInsnNode end) {
    AbstractInsnNode last = end;
    boolean grows = true;
    while (grows) {
      grows = false;
      for (AbstractInsnNode insn : places.keySet()) {
        for (LabelNode target : targets(insn)) {
          if (place(insn) > place(last) && isBetween(target, head, last)) {
            last = insn;
            grows = true;
          }
        }
      }
    }
    return last;
  }

  private int place(AbstractInsnNode insn) {
    return places.get(insn);
  }

  private static List<LabelNode> targets(AbstractInsnNode insn) {
    List<LabelNode> targets = new ArrayList<LabelNode>();
    if (insn instanceof JumpInsnNode) {
      targets.add(((JumpInsnNode) insn).label);
    } else if (insn instanceof TableSwitchInsnNode) {
      targets.addAll(((TableSwitchInsnNode) insn).labels);
      targets.add(((TableSwitchInsnNode) insn).dflt);
    } else if (insn instanceof LookupSwitchInsnNode) {
      targets.addAll(((LookupSwitchInsnNode) insn).labels);
      targets.add(((LookupSwitchInsnNode) insn).dflt);
    }
    return targets;
  }

  /** Whether code outside enters the loop only at its head, and only by plain jumps. */
  private boolean isEnteredAtHead(LabelNode head, AbstractInsnNode end) {
    AbstractInsnNode before = before(head);
    boolean entered = before == null || fallsThrough(before);
    for (AbstractInsnNode insn : places.keySet()) {
      boolean inside = isBetween(insn, head, end);
      for (LabelNode target : targets(insn)) {
        if (inside || !isBetween(target, head, end)) {
          continue;
        }
        if (target != head || !(insn instanceof JumpInsnNode)) {
          return false;
        }
        entered = true;
      }
    }
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      boolean inside = isBetween(block.start, head, end) && isBetween(block.end, head, end);
      if (!inside && isBetween(block.handler, head, end)) {
        return false;
      }
    }
    return entered;
  }

  private boolean isBetween(AbstractInsnNode insn, AbstractInsnNode from, AbstractInsnNode to) {
    return place(insn) >= place(from) && place(insn) <= place(to);
  }

  private static AbstractInsnNode before(LabelNode head) {
    AbstractInsnNode at = head.getPrevious();
    while (at != null && at.getOpcode() < 0) {
      if (at instanceof FrameNode) {
        return at;
      }
      at = at.getPrevious();
    }
    return at;
  }

  private static boolean fallsThrough(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    return opcode != Opcodes.GOTO
        && opcode != Opcodes.ATHROW
        && (opcode < Opcodes.TABLESWITCH || opcode > Opcodes.RETURN);
  }

  private void tell(LabelNode head, AbstractInsnNode end, FrameNode frame, LoopBody body) {
    int id = ids.getAsInt();
    Loops.reserve(id + 1);
    LabelNode entry = new LabelNode();
    for (AbstractInsnNode insn : places.keySet()) {
      boolean outside = !isBetween(insn, head, end);
      if (outside && insn instanceof JumpInsnNode && ((JumpInsnNode) insn).label == head) {
        ((JumpInsnNode) insn).label = entry;
      }
    }
    InsnList entering = new InsnList();
    entering.add(entry);
    entering.add(Handlers.copy(frame));
    entering.add(new LdcInsnNode(id));
    entering.add(call("enter", "(I)V"));
    method.instructions.insertBefore(head, entering);
    method.instructions.insertBefore(Probing.firstOf(head), state(frame, body, id));
  }

  private static InsnList state(FrameNode frame, LoopBody body, int id) {
    InsnList list = new InsnList();
    int slot = 0;
    for (Object type : frame.local) {
      if (body.loads(slot) && type != Opcodes.TOP && !(type instanceof LabelNode)) {
        boolean appended = type instanceof String && body.onlyAppends((String) type);
        if (type != Opcodes.NULL && type != Opcodes.UNINITIALIZED_THIS && !appended) {
          add(list, type, slot);
        }
      }
      slot += type == Opcodes.LONG || type == Opcodes.DOUBLE ? 2 : 1;
    }
    list.add(new LdcInsnNode(id));
    list.add(call("head", "(I)V"));
    return list;
  }

  private static void add(InsnList list, Object type, int slot) {
    Type kind =
        type == Opcodes.INTEGER
            ? Type.INT_TYPE
            : type == Opcodes.LONG
                ? Type.LONG_TYPE
                : type == Opcodes.FLOAT
                    ? Type.FLOAT_TYPE
                    : type == Opcodes.DOUBLE
                        ? Type.DOUBLE_TYPE
                        : Type.getObjectType("java/lang/Object");
    list.add(new VarInsnNode(kind.getOpcode(Opcodes.ILOAD), slot));
    list.add(call("value", "(" + kind.getDescriptor() + ")V"));
  }

  private static MethodInsnNode call(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, LOOPS, name, descriptor, false);
  }

  /** The slots that the instructions load. */
  static Set<Integer> loaded(Iterable<AbstractInsnNode> insns) {
    Set<Integer> slots = new HashSet<Integer>();
    for (AbstractInsnNode insn : insns) {
      int opcode = insn.getOpcode();
      if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
        slots.add(((VarInsnNode) insn).var);
      }
    }
    return slots;
  }
}
