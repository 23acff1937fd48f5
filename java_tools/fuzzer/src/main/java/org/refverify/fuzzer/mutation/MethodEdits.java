package org.refverify.fuzzer.mutation;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.fuzzer.entry.ClassSet;

/** All possible edits of one method, in the order of its instructions. */
final class MethodEdits {
  private MethodEdits() {}

  static List<Edit> of(ClassSet classes, ClassNode owner, MethodNode method) {
    List<Edit> edits = new ArrayList<Edit>();
    boolean bridge = (method.access & (Opcodes.ACC_BRIDGE | Opcodes.ACC_ABSTRACT)) != 0;
    boolean accessor = method.name.startsWith("access$");
    if (bridge || accessor || method.instructions.size() == 0) {
      return edits;
    }
    int line = -1;
    for (int i = 0; i < method.instructions.size(); i++) {
      AbstractInsnNode at = method.instructions.get(i);
      if (at instanceof LineNumberNode) {
        line = ((LineNumberNode) at).line;
      }
      if (at.getOpcode() >= 0) {
        Place place = new Place(owner, method, at, i, line);
        if (!Unseen.isAt(place)) {
          OperatorEdits.add(place, edits);
          ConstantEdits.add(place, edits);
          CallEdits.add(place, new SideEffects(classes), edits);
          LocalEdits.add(place, edits);
          ExitEdits.add(place, edits);
        }
      }
    }
    return edits;
  }
}
