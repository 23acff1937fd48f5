package org.refverify.fuzzer.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** The instructions of one loop: what they read, and whether they can change anything else. */
final class LoopBody {
  private static final Set<String> PURE =
      new HashSet<String>(
          Arrays.asList(
              "String Character Math StrictMath Integer Long Short Byte Boolean Double Float"
                  .split(" ")));

  private final List<AbstractInsnNode> insns = new ArrayList<AbstractInsnNode>();
  private final Set<Integer> loaded;

  LoopBody(AbstractInsnNode first, AbstractInsnNode last) {
    for (AbstractInsnNode at = first; at != last; at = at.getNext()) {
      insns.add(at);
    }
    insns.add(last);
    this.loaded = LoopProbing.loaded(insns);
  }

  boolean loads(int slot) {
    return loaded.contains(slot);
  }

  /**
   * Whether the next round depends only on locals and on primitive arrays in them: the loop writes
   * no field and no array outside a local, and calls no code that could.
   */
  boolean isClosed() {
    boolean stores = false;
    boolean reachesArrays = false;
    for (AbstractInsnNode insn : insns) {
      int opcode = insn.getOpcode();
      if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC || isForbidden(insn)) {
        return false;
      }
      stores |= opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
      reachesArrays |= opcode == Opcodes.AALOAD || opcode == Opcodes.AASTORE;
      reachesArrays |= insn instanceof FieldInsnNode && isArray(((FieldInsnNode) insn).desc);
      reachesArrays |= opcode == Opcodes.LASTORE || opcode == Opcodes.SASTORE;
      reachesArrays |= opcode == Opcodes.FASTORE || opcode == Opcodes.DASTORE;
    }
    return !stores || !reachesArrays;
  }

  private static boolean isArray(String descriptor) {
    return descriptor.charAt(0) == '[';
  }

  private static boolean isForbidden(AbstractInsnNode insn) {
    if (insn instanceof MethodInsnNode) {
      return !isPure((MethodInsnNode) insn);
    }
    if (insn instanceof InvokeDynamicInsnNode) {
      return !((InvokeDynamicInsnNode) insn).bsm.getOwner().endsWith("/StringConcatFactory");
    }
    return insn.getOpcode() == Opcodes.NEW && !builds(((TypeInsnNode) insn).desc)
        || insn.getOpcode() == Opcodes.MONITORENTER
        || insn.getOpcode() == Opcodes.JSR;
  }

  private static boolean isPure(MethodInsnNode call) {
    String owner = call.owner;
    boolean lang = owner.startsWith("java/lang/") && PURE.contains(owner.substring(10));
    boolean random = call.name.equals("random");
    boolean prints = owner.equals("java/io/PrintStream") && call.name.startsWith("print");
    boolean ours = owner.startsWith("org/refverify/fuzzer/run/");
    boolean copies = call.desc.contains("[") && call.name.startsWith("get");
    return lang && !random && !copies || builds(owner) || prints || ours;
  }

  private static boolean builds(String type) {
    return type.equals("java/lang/StringBuilder")
        || type.equals("java/lang/StringBuffer")
        || type.equals("java/lang/String");
  }

  /** Whether a builder of this type is only written to, so that its content decides nothing. */
  boolean onlyAppends(String type) {
    if (!type.startsWith("java/lang/StringBu")) {
      return false;
    }
    for (AbstractInsnNode insn : insns) {
      if (insn.getOpcode() == Opcodes.AASTORE || insn.getOpcode() == Opcodes.IFNULL) {
        return false;
      }
      if (insn instanceof MethodInsnNode && reads((MethodInsnNode) insn, type)) {
        return false;
      }
      if (insn instanceof InvokeDynamicInsnNode
          && ((InvokeDynamicInsnNode) insn).desc.contains(type)) {
        return false;
      }
    }
    return true;
  }

  private static boolean reads(MethodInsnNode call, String type) {
    boolean own = call.owner.equals(type) && !call.name.equals("append");
    String parameters = call.desc.substring(0, call.desc.indexOf(')'));
    boolean passed =
        parameters.contains("L" + type)
            || parameters.contains("Ljava/lang/CharSequence;")
                && !call.desc.startsWith("(Ljava/lang/CharSequence;II)")
            || parameters.contains("Ljava/lang/Object;");
    return own || passed;
  }
}
