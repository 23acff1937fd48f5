package org.refverify.fuzzer.mutation;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** A possible change at one instruction of one method. */
final class Edit {
  /** Makes the change in a copy of the method. */
  interface Change {
    /** Changes the copy at its instruction, which is the counterpart of the edit's. */
    void apply(MethodNode copy, AbstractInsnNode at);
  }

  final ClassNode owner;
  final MethodNode method;

  /** Index of the instruction in the method's list, including labels and lines. */
  final int index;

  /** Source line; -1 without debug information. */
  final int line;

  final Mutant.Kind kind;
  final String what;
  final Change change;

  Edit(Place place, Mutant.Kind kind, String what, Change change) {
    this.owner = place.owner;
    this.method = place.method;
    this.index = place.index;
    this.line = place.line;
    this.kind = kind;
    this.what = what;
    this.change = change;
  }
}
