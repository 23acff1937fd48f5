package org.refverify.prover.lockstep;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.refverify.prover.symbol.FieldRef;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.world.ClassWorld;

/** Casts that cannot fail, because of the static type of the value. */
final class Casts {
  private Casts() {}

  static boolean isCertain(ClassWorld world, Sym value, String target) {
    String descriptor = descriptor(value);
    return descriptor != null
        && descriptor.startsWith("L")
        && !target.startsWith("[")
        && world.isSubtype(Type.getType(descriptor).getInternalName(), target);
  }

  /**
   * The class of a non-null value if its static type is a final class; a virtual call then means
   * the method of that class.
   *
   * @return null if the static type allows several classes
   */
  static String exactClass(ClassWorld world, Sym value) {
    String descriptor = descriptor(value);
    if (descriptor == null || !descriptor.startsWith("L")) {
      return null;
    }
    ClassNode node = world.find(Type.getType(descriptor).getInternalName());
    boolean exact = node != null && (node.access & Opcodes.ACC_FINAL) != 0;
    return exact ? node.name : null;
  }

  private static String descriptor(Sym value) {
    if (value.is(Op.STRING) || value.is(Op.CONCAT)) {
      return "Ljava/lang/String;";
    }
    if (value.is(Op.FIELD) || value.is(Op.STATIC_FIELD) || value.is(Op.ENUM)) {
      return ((FieldRef) value.label()).descriptor();
    }
    boolean typed = value.is(Op.UNKNOWN) || value.is(Op.OBJECT) || value.is(Op.BOX);
    return typed ? (String) value.label() : null;
  }
}
