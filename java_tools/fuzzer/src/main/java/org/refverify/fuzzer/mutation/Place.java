package org.refverify.fuzzer.mutation;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** One instruction with its method, line and index. */
final class Place {
  final ClassNode owner;
  final MethodNode method;
  final AbstractInsnNode at;
  final int index;
  final int line;

  Place(ClassNode owner, MethodNode method, AbstractInsnNode at, int index, int line) {
    this.owner = owner;
    this.method = method;
    this.at = at;
    this.index = index;
    this.line = line;
  }
}
