package org.refverify.prover.support;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Small changes of byte code; most of them change what a method does. */
public final class Mutants {
  /** In the order of the instructions that load and store them. */
  private static final List<Type> TYPES =
      List.of(
          Type.INT_TYPE,
          Type.LONG_TYPE,
          Type.FLOAT_TYPE,
          Type.DOUBLE_TYPE,
          Type.getObjectType("java/lang/Object"));

  private final MethodNode method;
  private final List<Mutant> found = new ArrayList<>();

  private Mutants(MethodNode method) {
    this.method = method;
  }

  /**
   * One change.
   *
   * @param what in words
   * @param change does it to a copy of the method
   */
  public record Mutant(String what, Consumer<MethodNode> change) {}

  /** All changes of a method's code, in order. */
  public static List<Mutant> of(MethodNode method) {
    Mutants mutants = new Mutants(method);
    AbstractInsnNode[] code = method.instructions.toArray();
    for (int i = 0; i < code.length; i++) {
      mutants.instruction(i, code[i]);
    }
    for (int i = 0; i < method.tryCatchBlocks.size(); i++) {
      int index = i;
      mutants.found.add(
          new Mutant("handler " + i + " dropped", m -> m.tryCatchBlocks.remove(index)));
      mutants.found.add(
          new Mutant(
              "handler " + i + " of another type",
              m -> m.tryCatchBlocks.get(index).type = "java/lang/ThreadDeath"));
    }
    return mutants.found;
  }

  private void add(int index, String what, Edit edit) {
    found.add(
        new Mutant(
            what + " at " + index,
            copy -> edit.apply(copy.instructions, copy.instructions.get(index))));
  }

  /** Changes one instruction of a copy. */
  private interface Edit {
    void apply(InsnList code, AbstractInsnNode instruction);
  }

  private void instruction(int index, AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      int next = opcode - Opcodes.ICONST_0 + 1;
      add(index, "constant+1", (code, i) -> code.set(i, new IntInsnNode(Opcodes.BIPUSH, next)));
      add(index, "constant-1", (code, i) -> code.set(i, new IntInsnNode(Opcodes.BIPUSH, next - 2)));
    } else if (opcode == Opcodes.BIPUSH || opcode == Opcodes.SIPUSH) {
      add(index, "constant+1", (code, i) -> ((IntInsnNode) i).operand++);
    } else if (opcode == Opcodes.LDC) {
      constant(index, ((LdcInsnNode) instruction).cst);
    } else if (instruction instanceof JumpInsnNode) {
      jump(index, opcode);
    } else if (instruction instanceof VarInsnNode access) {
      variable(index, access);
    } else if (instruction instanceof MethodInsnNode call) {
      call(index, call);
    } else if (instruction instanceof FieldInsnNode access) {
      field(index, access);
    } else if (instruction instanceof TypeInsnNode) {
      type(index, opcode);
    } else if (instruction instanceof LookupSwitchInsnNode
        || instruction instanceof TableSwitchInsnNode) {
      choice(index);
    } else if (opcode == Opcodes.NEWARRAY) {
      add(index, "size+1", (code, i) -> plusOne(code, i));
    } else if (opcode == Opcodes.IINC) {
      add(index, "step+1", (code, i) -> ((IincInsnNode) i).incr++);
      add(index, "step-1", (code, i) -> ((IincInsnNode) i).incr--);
    } else {
      operator(index, opcode);
    }
  }

  private void constant(int index, Object constant) {
    if (constant instanceof String text) {
      add(index, "text", (code, i) -> ((LdcInsnNode) i).cst = text + "x");
    } else if (constant instanceof Integer number) {
      add(index, "constant+1", (code, i) -> ((LdcInsnNode) i).cst = number + 1);
    } else if (constant instanceof Long number) {
      add(index, "constant+1", (code, i) -> ((LdcInsnNode) i).cst = number + 1);
    } else if (constant instanceof Float number) {
      add(index, "constant+1", (code, i) -> ((LdcInsnNode) i).cst = number + 1);
    } else if (constant instanceof Double number) {
      add(index, "constant+1", (code, i) -> ((LdcInsnNode) i).cst = number + 1);
    }
  }

  /** Sends a case to the default, or changes a key. */
  private void choice(int index) {
    add(
        index,
        "first case goes on as none",
        (code, i) -> {
          if (i instanceof LookupSwitchInsnNode lookup && !lookup.labels.isEmpty()) {
            lookup.labels.set(0, lookup.dflt);
          } else if (i instanceof TableSwitchInsnNode table) {
            table.labels.set(0, table.dflt);
          }
        });
    add(
        index,
        "keys+1",
        (code, i) -> {
          if (i instanceof LookupSwitchInsnNode lookup) {
            lookup.keys.replaceAll(key -> key + 1);
          } else if (i instanceof TableSwitchInsnNode table) {
            table.min++;
            table.max++;
          }
        });
  }

  /** Drops the operands, then continues or jumps. */
  private void jumpOneWay(int index, int opcode) {
    boolean two = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
    int pop = two ? Opcodes.POP2 : Opcodes.POP;
    add(index, "never jumps", (code, i) -> code.set(i, new InsnNode(pop)));
    add(
        index,
        "always jumps",
        (code, i) -> {
          code.insertBefore(i, new InsnNode(pop));
          ((JumpInsnNode) i).setOpcode(Opcodes.GOTO);
        });
  }

  private void jump(int index, int opcode) {
    if (opcode != Opcodes.GOTO) {
      jumpOneWay(index, opcode);
    }
    if (opcode >= Opcodes.IFEQ && opcode <= Opcodes.IF_ACMPNE) {
      int negated = ((opcode - Opcodes.IFEQ) ^ 1) + Opcodes.IFEQ;
      add(index, "negated", (code, i) -> ((JumpInsnNode) i).setOpcode(negated));
    } else if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
      int negated = opcode == Opcodes.IFNULL ? Opcodes.IFNONNULL : Opcodes.IFNULL;
      add(index, "negated", (code, i) -> ((JumpInsnNode) i).setOpcode(negated));
    }
    boolean less = opcode == Opcodes.IFLT || opcode == Opcodes.IF_ICMPLT;
    boolean notLess = opcode == Opcodes.IFGE || opcode == Opcodes.IF_ICMPGE;
    boolean greater = opcode == Opcodes.IFGT || opcode == Opcodes.IF_ICMPGT;
    boolean notGreater = opcode == Opcodes.IFLE || opcode == Opcodes.IF_ICMPLE;
    if (less || notLess || greater || notGreater) {
      // IFLT <-> IFLE, IFGE <-> IFGT, and the same for two operands.
      int bound = opcode + (less ? 3 : notLess ? 1 : greater ? -1 : -3);
      add(index, "bound", (code, i) -> ((JumpInsnNode) i).setOpcode(bound));
    }
  }

  private void variable(int index, VarInsnNode access) {
    int opcode = access.getOpcode();
    if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
      int nothing = nothing(TYPES.get(opcode - Opcodes.ILOAD));
      add(index, "nothing is loaded", (code, i) -> code.set(i, new InsnNode(nothing)));
    }
    boolean load = opcode == Opcodes.ILOAD || opcode == Opcodes.ALOAD;
    if (load) {
      List<Integer> others = new ArrayList<>();
      for (AbstractInsnNode other : method.instructions) {
        if (other instanceof VarInsnNode one
            && one.getOpcode() == opcode
            && one.var != access.var
            && !others.contains(one.var)) {
          others.add(one.var);
        }
      }
      for (int other : others) {
        String what = "load " + access.var + "->" + other;
        add(index, what, (code, i) -> ((VarInsnNode) i).var = other);
      }
    } else if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
      int pop = pop(TYPES.get(opcode - Opcodes.ISTORE));
      add(index, "store dropped", (code, i) -> code.set(i, new InsnNode(pop)));
    }
  }

  private void field(int index, FieldInsnNode access) {
    int size = Type.getType(access.desc).getSize();
    int nothing = nothing(Type.getType(access.desc));
    if (access.getOpcode() == Opcodes.GETSTATIC) {
      add(index, "nothing is read", (code, i) -> code.set(i, new InsnNode(nothing)));
    } else if (access.getOpcode() == Opcodes.GETFIELD) {
      add(
          index,
          "nothing is read",
          (code, i) -> {
            code.insertBefore(i, new InsnNode(Opcodes.POP));
            code.set(i, new InsnNode(nothing));
          });
    }
    if (access.getOpcode() == Opcodes.PUTFIELD || access.getOpcode() == Opcodes.PUTSTATIC) {
      Type type = Type.getType(access.desc);
      add(index, "nothing is written", (code, i) -> nothingInstead(code, i, type));
    }
    if (access.getOpcode() == Opcodes.PUTFIELD && size == 1) {
      add(index, "write dropped", (code, i) -> code.set(i, new InsnNode(Opcodes.POP2)));
    } else if (access.getOpcode() == Opcodes.PUTSTATIC && size == 1) {
      add(index, "write dropped", (code, i) -> code.set(i, new InsnNode(Opcodes.POP)));
    }
  }

  private void type(int index, int opcode) {
    if (opcode == Opcodes.ANEWARRAY) {
      add(index, "size+1", (code, i) -> plusOne(code, i));
    }
    if (opcode == Opcodes.INSTANCEOF) {
      add(
          index,
          "negated",
          (code, i) -> {
            code.insert(i, new InsnNode(Opcodes.IXOR));
            code.insert(i, new InsnNode(Opcodes.ICONST_1));
          });
    }
    if (opcode == Opcodes.CHECKCAST || opcode == Opcodes.INSTANCEOF) {
      add(index, "type", (code, i) -> ((TypeInsnNode) i).desc = "java/lang/Thread");
    }
  }

  private void operator(int index, int opcode) {
    int other =
        switch (opcode) {
          case Opcodes.IADD, Opcodes.LADD, Opcodes.FADD, Opcodes.DADD -> opcode + 4;
          case Opcodes.ISUB, Opcodes.LSUB, Opcodes.FSUB, Opcodes.DSUB -> opcode - 4;
          case Opcodes.IMUL, Opcodes.LMUL, Opcodes.FMUL, Opcodes.DMUL -> opcode - 8;
          case Opcodes.IDIV, Opcodes.LDIV, Opcodes.FDIV, Opcodes.DDIV -> opcode - 4;
          case Opcodes.IAND, Opcodes.LAND -> opcode + 2;
          case Opcodes.IOR, Opcodes.LOR -> opcode - 2;
          case Opcodes.ISHL, Opcodes.LSHL -> opcode + 2;
          case Opcodes.LCONST_0, Opcodes.FCONST_0, Opcodes.DCONST_0 -> opcode + 1;
          case Opcodes.LCONST_1, Opcodes.FCONST_1, Opcodes.DCONST_1 -> opcode - 1;
          case Opcodes.ISHR, Opcodes.LSHR -> opcode + 2;
          case Opcodes.IUSHR, Opcodes.LUSHR -> opcode - 2;
          case Opcodes.IREM, Opcodes.LREM -> opcode - 4;
          case Opcodes.IXOR, Opcodes.LXOR -> opcode - 2;
          case Opcodes.FCMPL, Opcodes.DCMPL -> opcode + 1;
          case Opcodes.FCMPG, Opcodes.DCMPG -> opcode - 1;
          case Opcodes.INEG, Opcodes.LNEG, Opcodes.FNEG, Opcodes.DNEG -> Opcodes.NOP;
          case Opcodes.I2B, Opcodes.I2C, Opcodes.I2S -> Opcodes.NOP;
          default -> -1;
        };
    if (other >= 0) {
      add(index, "operator", (code, i) -> code.set(i, new InsnNode(other)));
    }
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN) {
      Type type = TYPES.get(opcode - Opcodes.IRETURN);
      add(index, "result", (code, i) -> nothingInstead(code, i, type));
    }
    if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      add(index, "next element", (code, i) -> plusOne(code, i));
    }
    if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
      add(index, "lock dropped", (code, i) -> code.set(i, new InsnNode(Opcodes.POP)));
    }
    if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
      int family = Math.min(opcode - Opcodes.IASTORE, 5);
      Type type = family == 5 ? Type.INT_TYPE : TYPES.get(family);
      add(index, "nothing is stored", (code, i) -> nothingInstead(code, i, type));
    }
    if (opcode >= Opcodes.IASTORE
        && opcode <= Opcodes.SASTORE
        && opcode != Opcodes.LASTORE
        && opcode != Opcodes.DASTORE) {
      add(
          index,
          "write dropped",
          (code, i) -> {
            code.insertBefore(i, new InsnNode(Opcodes.POP2));
            code.set(i, new InsnNode(Opcodes.POP));
          });
    }
  }

  private void call(int index, MethodInsnNode call) {
    if (call.name.equals("<init>")) {
      return;
    }
    add(index, "call of " + call.name + " dropped", Mutants::dropCall);
    add(
        index,
        "exception before " + call.name,
        (code, i) -> {
          code.insertBefore(i, new InsnNode(Opcodes.ACONST_NULL));
          code.insertBefore(i, new InsnNode(Opcodes.ATHROW));
        });
    add(index, "another name for " + call.name, (code, i) -> ((MethodInsnNode) i).name += "X");
    Type result = Type.getReturnType(call.desc);
    if (!result.equals(Type.VOID_TYPE)) {
      add(
          index,
          "result of " + call.name,
          (code, i) -> {
            code.insert(i, new InsnNode(nothing(result)));
            code.insert(i, new InsnNode(pop(result)));
          });
    }
    int operands = (Type.getArgumentsAndReturnSizes(call.desc) >> 2) - 1;
    operands += call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
    if (operands == 1 || operands == 2) {
      int copy = operands == 1 ? Opcodes.DUP : Opcodes.DUP2;
      add(
          index,
          "twice " + call.name,
          (code, i) -> {
            code.insertBefore(i, new InsnNode(copy));
            code.insertBefore(i, i.clone(Map.of()));
            if (!result.equals(Type.VOID_TYPE)) {
              code.insertBefore(i, new InsnNode(pop(result)));
            }
          });
    }
    Type[] types = Type.getArgumentTypes(call.desc);
    int last = types.length - 1;
    if (last >= 0) {
      add(
          index,
          "last argument of " + call.name,
          (code, i) -> nothingInstead(code, i, types[last]));
    }
    if (last >= 1 && types[last].equals(types[last - 1]) && types[last].getSize() == 1) {
      add(
          index,
          "arguments of " + call.name + " swapped",
          (code, i) -> code.insertBefore(i, new InsnNode(Opcodes.SWAP)));
    }
  }

  private static void dropCall(InsnList code, AbstractInsnNode instruction) {
    MethodInsnNode call = (MethodInsnNode) instruction;
    Type[] types = Type.getArgumentTypes(call.desc);
    for (int i = types.length - 1; i >= 0; i--) {
      code.insertBefore(call, new InsnNode(pop(types[i])));
    }
    if (call.getOpcode() != Opcodes.INVOKESTATIC) {
      code.insertBefore(call, new InsnNode(Opcodes.POP));
    }
    code.set(call, new InsnNode(nothing(Type.getReturnType(call.desc))));
  }

  private static void plusOne(InsnList code, AbstractInsnNode before) {
    code.insertBefore(before, new InsnNode(Opcodes.ICONST_1));
    code.insertBefore(before, new InsnNode(Opcodes.IADD));
  }

  /** Replaces the value on top with a default. */
  private static void nothingInstead(InsnList code, AbstractInsnNode before, Type type) {
    code.insertBefore(before, new InsnNode(pop(type)));
    code.insertBefore(before, new InsnNode(nothing(type)));
  }

  private static int pop(Type type) {
    return type.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP;
  }

  private static int nothing(Type type) {
    return switch (type.getSort()) {
      case Type.VOID -> Opcodes.NOP;
      case Type.LONG -> Opcodes.LCONST_0;
      case Type.DOUBLE -> Opcodes.DCONST_0;
      case Type.FLOAT -> Opcodes.FCONST_0;
      case Type.OBJECT, Type.ARRAY -> Opcodes.ACONST_NULL;
      default -> Opcodes.ICONST_0;
    };
  }
}
