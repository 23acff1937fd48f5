package org.refverify.fuzzer.mutation;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Reads another variable of the same type: a stale local, or a parameter instead of the receiver.
 */
final class LocalEdits {
  private LocalEdits() {}

  static void add(Place place, List<Edit> edits) {
    int opcode = place.at.getOpcode();
    if (opcode < Opcodes.ILOAD || opcode > Opcodes.ALOAD) {
      return;
    }
    int slot = ((VarInsnNode) place.at).var;
    SortedMap<Integer, String> types = parameters(place);
    addLiveLocals(place, types);
    String type = types.get(slot);
    if (type == null) {
      return;
    }
    for (Map.Entry<Integer, String> other : types.entrySet()) {
      if (other.getKey() != slot && other.getValue().equals(type)) {
        boolean isStatic = (place.method.access & Opcodes.ACC_STATIC) != 0;
        boolean receiver = !isStatic && (slot == 0 || other.getKey() == 0);
        edits.add(
            new Edit(
                place,
                receiver ? Mutant.Kind.RECEIVER_MIX_UP : Mutant.Kind.STALE_LOCAL,
                "variable " + name(place, slot) + " became " + name(place, other.getKey()),
                (copy, at) -> copy.instructions.set(at, new VarInsnNode(opcode, other.getKey()))));
        return;
      }
    }
  }

  private static SortedMap<Integer, String> parameters(Place place) {
    SortedMap<Integer, String> types = new TreeMap<Integer, String>();
    MethodNode method = place.method;
    int slot = 0;
    if ((method.access & Opcodes.ACC_STATIC) == 0) {
      if (!method.name.equals("<init>")) {
        types.put(slot, "L" + place.owner.name + ";");
      }
      slot++;
    }
    for (Type type : Type.getArgumentTypes(method.desc)) {
      types.put(slot, type.getDescriptor());
      slot += type.getSize();
    }
    return types;
  }

  /** Adds the variables that are live here according to the debug information. */
  private static void addLiveLocals(Place place, SortedMap<Integer, String> types) {
    if (place.method.localVariables == null) {
      return;
    }
    for (LocalVariableNode local : place.method.localVariables) {
      int start = place.method.instructions.indexOf(local.start);
      int end = place.method.instructions.indexOf(local.end);
      boolean uninitialised = local.index == 0 && place.method.name.equals("<init>");
      if (start <= place.index && place.index < end && !uninitialised) {
        types.put(local.index, local.desc);
      }
    }
  }

  private static String name(Place place, int slot) {
    if (place.method.localVariables != null) {
      for (LocalVariableNode local : place.method.localVariables) {
        int start = place.method.instructions.indexOf(local.start);
        int end = place.method.instructions.indexOf(local.end);
        if (local.index == slot && start <= place.index && place.index < end) {
          return local.name;
        }
      }
    }
    return String.valueOf(slot);
  }
}
