package org.refverify.fuzzer.run;

import java.util.HashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Frames identify an object whose constructor was not called yet by the label of its {@code new}. A
 * probe between label and instruction makes the class unreadable, so such frames get new labels.
 */
final class NewObjects {
  private final MethodNode method;
  private final Map<LabelNode, LabelNode> moved = new HashMap<LabelNode, LabelNode>();

  private NewObjects(MethodNode method) {
    this.method = method;
  }

  /** Gives such frames new labels; must be called after all probes are inserted. */
  static void label(MethodNode method) {
    NewObjects objects = new NewObjects(method);
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      if (insn instanceof FrameNode) {
        objects.rename(((FrameNode) insn).local);
        objects.rename(((FrameNode) insn).stack);
      }
    }
  }

  private void rename(List<Object> types) {
    if (types == null) {
      return;
    }
    ListIterator<Object> each = types.listIterator();
    while (each.hasNext()) {
      Object type = each.next();
      if (type instanceof LabelNode) {
        each.set(labelOf((LabelNode) type));
      }
    }
  }

  private LabelNode labelOf(LabelNode label) {
    LabelNode known = moved.get(label);
    if (known == null) {
      known = beside(label);
      moved.put(label, known);
    }
    return known;
  }

  private LabelNode beside(LabelNode label) {
    AbstractInsnNode at = label;
    while (at != null && at.getOpcode() != Opcodes.NEW) {
      at = at.getNext();
    }
    if (at == null || Probing.firstOf(label) == at) {
      return label;
    }
    LabelNode fresh = new LabelNode();
    method.instructions.insertBefore(at, fresh);
    return fresh;
  }
}
