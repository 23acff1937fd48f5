package org.refverify.fuzzer.run;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Makes the comparisons of one method report their operands. */
final class ComparisonProbing {
  private static final String COMPARED = Type.getInternalName(Compared.class);
  private static final String TEXT = "java/lang/String";
  private static final Map<Integer, String[]> REPLACED = new HashMap<Integer, String[]>();
  private static final Set<String> OF_TEXTS =
      new HashSet<String>(
          Arrays.asList(
              "equals",
              "equalsIgnoreCase",
              "compareTo",
              "compareToIgnoreCase",
              "contentEquals",
              "startsWith",
              "endsWith",
              "contains",
              "indexOf",
              "lastIndexOf"));

  private static final Map<String, String[]> OF_NUMBERS = new HashMap<String, String[]>();

  static {
    OF_NUMBERS.put("java/lang/Double(DD)I", new String[] {"compare", "(DDI)I"});
    OF_NUMBERS.put("java/lang/Float(FF)I", new String[] {"compare", "(FFI)I"});
    OF_NUMBERS.put("java/lang/Long(JJ)I", new String[] {"longs", "(JJI)I"});
    REPLACED.put(Opcodes.LCMP, new String[] {"longs", "(JJI)I"});
    REPLACED.put(Opcodes.DCMPL, new String[] {"realsOrLess", "(DDI)I"});
    REPLACED.put(Opcodes.DCMPG, new String[] {"realsOrGreater", "(DDI)I"});
    REPLACED.put(Opcodes.FCMPL, new String[] {"singlesOrLess", "(FFI)I"});
    REPLACED.put(Opcodes.FCMPG, new String[] {"singlesOrGreater", "(FFI)I"});
  }

  private final MethodNode method;
  private final IntSupplier sites;

  ComparisonProbing(MethodNode method, IntSupplier sites) {
    this.method = method;
    this.sites = sites;
  }

  void probe() {
    for (AbstractInsnNode insn : method.instructions.toArray()) {
      int opcode = insn.getOpcode();
      if (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE) {
        method.instructions.insertBefore(insn, tell(Opcodes.DUP2, "ints", "(III)V"));
      } else if (REPLACED.containsKey(opcode)) {
        String[] call = REPLACED.get(opcode);
        method.instructions.insertBefore(insn, new LdcInsnNode(sites.getAsInt()));
        method.instructions.set(insn, call(call[0], call[1]));
      } else if (insn instanceof LookupSwitchInsnNode) {
        switched(insn, keys(((LookupSwitchInsnNode) insn).keys));
      } else if (insn instanceof TableSwitchInsnNode) {
        TableSwitchInsnNode table = (TableSwitchInsnNode) insn;
        switched(insn, new int[] {table.min, table.max, table.max + 1});
      } else if (insn instanceof MethodInsnNode) {
        called((MethodInsnNode) insn);
      }
    }
  }

  private void switched(AbstractInsnNode insn, int[] keys) {
    int site = sites.getAsInt();
    Compared.keys(site, keys);
    method.instructions.insertBefore(insn, tell(Opcodes.DUP, "switched", "(II)V", site));
  }

  private static int[] keys(List<Integer> keys) {
    int[] all = new int[keys.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = keys.get(i);
    }
    return all;
  }

  private void called(MethodInsnNode insn) {
    boolean ofText = insn.owner.equals(TEXT) && OF_TEXTS.contains(insn.name);
    boolean equals = insn.name.equals("equals") && insn.desc.equals("(Ljava/lang/Object;)Z");
    boolean both = insn.owner.equals("java/util/Objects") && insn.name.equals("equals");
    if (ofText && insn.desc.startsWith("(I)")) {
      method.instructions.insertBefore(
          insn, tell(Opcodes.DUP2, "sought", "(Ljava/lang/Object;II)V"));
    } else if (both || (ofText || equals) && takesOneObject(insn.desc)) {
      String descriptor = "(Ljava/lang/Object;Ljava/lang/Object;I)V";
      method.instructions.insertBefore(insn, tell(Opcodes.DUP2, "texts", descriptor));
    } else if (insn.name.equals("compare") && OF_NUMBERS.containsKey(insn.owner + insn.desc)) {
      method.instructions.insertBefore(insn, new LdcInsnNode(sites.getAsInt()));
      String[] call = OF_NUMBERS.get(insn.owner + insn.desc);
      method.instructions.set(insn, call(call[0], call[1]));
    } else if (insn.name.equals("hashCode") && insn.desc.equals("()I")) {
      method.instructions.insertBefore(insn, tell(Opcodes.DUP, "hashed", "(Ljava/lang/Object;I)V"));
    } else if (insn.owner.equals("java/lang/Character")
        && (insn.desc.startsWith("(C)Z") || insn.desc.startsWith("(I)Z") || isCase(insn))) {
      method.instructions.insertBefore(insn, tell(Opcodes.DUP, "letter", "(II)V"));
    }
  }

  private static boolean isCase(MethodInsnNode insn) {
    return insn.name.startsWith("to") && insn.name.endsWith("Case");
  }

  private static boolean takesOneObject(String descriptor) {
    Type[] types = Type.getArgumentTypes(descriptor);
    return types.length == 1 && types[0].getSort() == Type.OBJECT;
  }

  private InsnList tell(int copy, String name, String descriptor) {
    return tell(copy, name, descriptor, sites.getAsInt());
  }

  private static InsnList tell(int copy, String name, String descriptor, int site) {
    InsnList list = new InsnList();
    list.add(new InsnNode(copy));
    list.add(new LdcInsnNode(site));
    list.add(call(name, descriptor));
    return list;
  }

  private static MethodInsnNode call(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, COMPARED, name, descriptor, false);
  }
}
