package org.refverify.fuzzer.mutation;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;

/** Instructions that push values. */
final class PushedValues {
  private PushedValues() {}

  /** Pushes the type's zero or null. */
  static AbstractInsnNode zero(Type type) {
    switch (type.getSort()) {
      case Type.LONG:
        return new InsnNode(Opcodes.LCONST_0);
      case Type.FLOAT:
        return new InsnNode(Opcodes.FCONST_0);
      case Type.DOUBLE:
        return new InsnNode(Opcodes.DCONST_0);
      case Type.OBJECT:
      case Type.ARRAY:
        return new InsnNode(Opcodes.ACONST_NULL);
      default:
        return new InsnNode(Opcodes.ICONST_0);
    }
  }
}
