package org.refverify.prover.lockstep;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.refverify.prover.symbol.FieldRef;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.world.ClassWorld;

/**
 * Fields that contain a list of a known class. Such a field is private and final, and each write to
 * it stores an {@code ArrayList} that was created at that place. Only constructors of the class
 * write it; deserialisation does not, because the class is not serializable.
 *
 * <p>{@code ArrayList.toArray} copies its elements to the array that it receives, or to a new one.
 * It writes nothing else and runs no other code.
 */
final class OwnLists {
  private static final String LIST = "java/util/ArrayList";

  private OwnLists() {}

  /** Whether a call writes only elements of an array of objects. */
  static boolean writesElementsAlone(Half before, Half after, Event event) {
    CallRef call = event.call();
    boolean copies =
        call != null
            && call.kind() == CallRef.Kind.VIRTUAL
            && call.owner().startsWith("java/util/")
            && call.name().equals("toArray")
            && call.descriptor().equals("([Ljava/lang/Object;)[Ljava/lang/Object;");
    return copies
        && isList(before.world(), event.args()[0])
        && isList(after.world(), event.args()[0]);
  }

  private static boolean isList(ClassWorld world, Sym value) {
    if (!value.is(Op.FIELD)) {
      return false;
    }
    FieldRef ref = (FieldRef) value.label();
    ClassWorld.DeclaredField field = world.field(ref.owner(), ref.name(), ref.descriptor());
    int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
    return field != null
        && field.owner() == world.own(ref.owner())
        && (field.field().access & flags) == flags
        && world.missingAbove(ref.owner()).isEmpty()
        && !world.isSubtype(ref.owner(), "java/io/Serializable")
        && isAlwaysList(world, field.owner(), ref);
  }

  private static boolean isAlwaysList(ClassWorld world, ClassNode owner, FieldRef field) {
    int writes = 0;
    for (MethodNode method : owner.methods) {
      if (world.method(owner, method).isUnresolved()) {
        return false;
      }
      for (AbstractInsnNode instruction : method.instructions) {
        boolean writesIt =
            instruction.getOpcode() == Opcodes.PUTFIELD
                && ((FieldInsnNode) instruction).name.equals(field.name())
                && ((FieldInsnNode) instruction).desc.equals(field.descriptor());
        if (writesIt && !followsNewList(instruction)) {
          return false;
        }
        writes += writesIt ? 1 : 0;
      }
    }
    return writes > 0;
  }

  private static boolean followsNewList(AbstractInsnNode write) {
    return write.getPrevious() instanceof MethodInsnNode made
        && made.owner.equals(LIST)
        && made.name.equals("<init>")
        && made.desc.equals("()V")
        && made.getPrevious() != null
        && made.getPrevious().getOpcode() == Opcodes.DUP
        && made.getPrevious().getPrevious() instanceof TypeInsnNode start
        && start.getOpcode() == Opcodes.NEW
        && start.desc.equals(LIST);
  }
}
