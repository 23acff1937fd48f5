package org.refverify.fuzzer.mutation;

import org.objectweb.asm.tree.AbstractInsnNode;

/** Neighbours of an instruction; labels and lines are skipped. */
final class Neighbours {
  private Neighbours() {}

  /** The next real instruction; null at the end. */
  static AbstractInsnNode instruction(AbstractInsnNode at) {
    AbstractInsnNode next = at.getNext();
    while (next != null && next.getOpcode() < 0) {
      next = next.getNext();
    }
    return next;
  }

  /** The previous real instruction; null at the start. */
  static AbstractInsnNode previous(AbstractInsnNode at) {
    AbstractInsnNode before = at.getPrevious();
    while (before != null && before.getOpcode() < 0) {
      before = before.getPrevious();
    }
    return before;
  }
}
