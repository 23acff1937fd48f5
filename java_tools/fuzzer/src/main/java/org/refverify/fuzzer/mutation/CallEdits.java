package org.refverify.fuzzer.mutation;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Calls that are removed, repeated, or have swapped arguments; stores that are removed. */
final class CallEdits {
  private CallEdits() {}

  static void add(Place place, SideEffects effects, List<Edit> edits) {
    if (place.at instanceof MethodInsnNode) {
      MethodInsnNode call = (MethodInsnNode) place.at;
      if (!call.name.equals("<init>")) {
        addRemoval(place, call, edits);
        if (isForEffect(call) && effects.of(call)) {
          addRepetition(place, call, edits);
        }
      }
      addSwap(place, call, edits);
    } else if (place.at.getOpcode() == Opcodes.PUTFIELD
        || place.at.getOpcode() == Opcodes.PUTSTATIC) {
      addRemovedStore(place, (FieldInsnNode) place.at, edits);
    }
  }

  /** Whether a call has no result or drops it. */
  private static boolean isForEffect(MethodInsnNode call) {
    AbstractInsnNode next = Neighbours.instruction(call);
    return Type.getReturnType(call.desc).equals(Type.VOID_TYPE)
        || next != null && (next.getOpcode() == Opcodes.POP || next.getOpcode() == Opcodes.POP2);
  }

  private static void addRemoval(Place place, MethodInsnNode call, List<Edit> edits) {
    if (isForEffect(call)) {
      edits.add(
          new Edit(
              place,
              Mutant.Kind.REMOVED_CALL,
              "the call of " + call.name + " was left out",
              CallEdits::leaveOut));
    }
  }

  private static void leaveOut(MethodNode copy, AbstractInsnNode at) {
    MethodInsnNode call = (MethodInsnNode) at;
    InsnList pops = new InsnList();
    Type[] arguments = Type.getArgumentTypes(call.desc);
    for (int i = arguments.length - 1; i >= 0; i--) {
      pops.add(new InsnNode(arguments[i].getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
    }
    if (call.getOpcode() != Opcodes.INVOKESTATIC) {
      pops.add(new InsnNode(Opcodes.POP));
    }
    Type result = Type.getReturnType(call.desc);
    if (!result.equals(Type.VOID_TYPE)) {
      pops.add(PushedValues.zero(result));
    }
    copy.instructions.insertBefore(at, pops);
    copy.instructions.remove(at);
  }

  /** Repeats a call that changes something and takes one or two words. */
  private static void addRepetition(Place place, MethodInsnNode call, List<Edit> edits) {
    Type[] arguments = Type.getArgumentTypes(call.desc);
    boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
    int sizes = isStatic ? 0 : 1;
    for (Type argument : arguments) {
      sizes += argument.getSize();
    }
    if (sizes == 1 || sizes == 2) {
      int duplicate = sizes == 1 ? Opcodes.DUP : Opcodes.DUP2;
      edits.add(
          new Edit(
              place,
              Mutant.Kind.DUPLICATED_EFFECT,
              "the call of " + call.name + " was done twice",
              (copy, at) -> repeat(copy, at, duplicate)));
    }
  }

  private static void repeat(MethodNode copy, AbstractInsnNode at, int duplicate) {
    MethodInsnNode call = (MethodInsnNode) at;
    InsnList first = new InsnList();
    first.add(new InsnNode(duplicate));
    first.add(new MethodInsnNode(call.getOpcode(), call.owner, call.name, call.desc, call.itf));
    Type result = Type.getReturnType(call.desc);
    if (!result.equals(Type.VOID_TYPE)) {
      first.add(new InsnNode(result.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
    }
    copy.instructions.insertBefore(at, first);
  }

  /** Swaps two adjacent arguments of one type: all from the second on are stored in new locals. */
  private static void addSwap(Place place, MethodInsnNode call, List<Edit> edits) {
    Type[] arguments = Type.getArgumentTypes(call.desc);
    for (int i = 0; i + 1 < arguments.length; i++) {
      if (arguments[i].equals(arguments[i + 1])) {
        int first = i;
        edits.add(
            new Edit(
                place,
                Mutant.Kind.SWAPPED_ARGUMENTS,
                "arguments " + (i + 1) + " and " + (i + 2) + " of " + call.name + " traded places",
                (copy, at) -> swap(copy, at, first)));
      }
    }
    boolean virtual =
        call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE;
    if (virtual
        && arguments.length == 1
        && arguments[0].getDescriptor().equals("L" + call.owner + ";")) {
      edits.add(
          new Edit(
              place,
              Mutant.Kind.RECEIVER_MIX_UP,
              "receiver and argument of " + call.name + " traded places",
              (copy, at) -> copy.instructions.insertBefore(at, new InsnNode(Opcodes.SWAP))));
    }
  }

  private static void swap(MethodNode copy, AbstractInsnNode at, int first) {
    Type[] arguments = Type.getArgumentTypes(((MethodInsnNode) at).desc);
    int[] slots = new int[arguments.length];
    InsnList around = new InsnList();
    for (int i = arguments.length - 1; i >= first; i--) {
      slots[i] = copy.maxLocals;
      copy.maxLocals += arguments[i].getSize();
      around.add(new VarInsnNode(arguments[i].getOpcode(Opcodes.ISTORE), slots[i]));
    }
    for (int i = first; i < arguments.length; i++) {
      int from = i == first ? first + 1 : i == first + 1 ? first : i;
      around.add(new VarInsnNode(arguments[from].getOpcode(Opcodes.ILOAD), slots[from]));
    }
    copy.instructions.insertBefore(at, around);
  }

  private static void addRemovedStore(Place place, FieldInsnNode field, List<Edit> edits) {
    edits.add(
        new Edit(
            place,
            Mutant.Kind.REMOVED_CALL,
            "the store to " + field.name + " was left out",
            (copy, at) -> {
              int size = Type.getType(((FieldInsnNode) at).desc).getSize();
              InsnList pops = new InsnList();
              pops.add(new InsnNode(size == 2 ? Opcodes.POP2 : Opcodes.POP));
              if (at.getOpcode() == Opcodes.PUTFIELD) {
                pops.add(new InsnNode(Opcodes.POP));
              }
              copy.instructions.insertBefore(at, pops);
              copy.instructions.remove(at);
            }));
  }
}
