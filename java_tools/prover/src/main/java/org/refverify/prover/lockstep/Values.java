package org.refverify.prover.lockstep;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.verdict.Reason;

/** The values that single instructions produce; the result of an event is passed in. */
final class Values extends Interpreter<Sym> {
  private final Symbols symbols;
  private Half half;
  private Heap heap;
  private Sym result;

  Values(Symbols symbols) {
    super(Opcodes.ASM9);
    this.symbols = symbols;
  }

  /** Sets the context for the next instruction. */
  void prepare(Half side, Heap now, Sym resultOfEvent) {
    half = side;
    heap = now;
    result = resultOfEvent;
  }

  private Refusal unknown(AbstractInsnNode instruction) {
    return new Refusal(Reason.UNSUPPORTED, "instruction " + instruction.getOpcode());
  }

  private Sym result(AbstractInsnNode instruction) {
    if (result == null) {
      throw unknown(instruction);
    }
    return result;
  }

  @Override
  public Sym newValue(Type type) {
    return symbols.top;
  }

  @Override
  public Sym newEmptyValue(int local) {
    return symbols.top;
  }

  @Override
  public Sym newOperation(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    switch (opcode) {
      case Opcodes.ACONST_NULL:
        return symbols.nil;
      case Opcodes.ICONST_M1, Opcodes.ICONST_0, Opcodes.ICONST_1, Opcodes.ICONST_2:
      case Opcodes.ICONST_3, Opcodes.ICONST_4, Opcodes.ICONST_5:
        return symbols.integer(opcode - Opcodes.ICONST_0);
      case Opcodes.LCONST_0, Opcodes.LCONST_1:
        return symbols.number((long) (opcode - Opcodes.LCONST_0));
      case Opcodes.FCONST_0, Opcodes.FCONST_1, Opcodes.FCONST_2:
        return symbols.number((float) (opcode - Opcodes.FCONST_0));
      case Opcodes.DCONST_0, Opcodes.DCONST_1:
        return symbols.number((double) (opcode - Opcodes.DCONST_0));
      case Opcodes.BIPUSH, Opcodes.SIPUSH:
        return symbols.integer(((IntInsnNode) instruction).operand);
      case Opcodes.LDC:
        return constant(((LdcInsnNode) instruction).cst);
      case Opcodes.GETSTATIC:
        return staticField((FieldInsnNode) instruction);
      case Opcodes.NEW:
        return symbols.fresh(Op.RAW, ((TypeInsnNode) instruction).desc, 1);
      default:
        throw unknown(instruction);
    }
  }

  private Sym constant(Object value) {
    if (value instanceof Integer number) {
      return symbols.integer(number);
    }
    if (value instanceof String text) {
      return symbols.string(text);
    }
    if (value instanceof Number number) {
      return symbols.number(number);
    }
    if (value instanceof Type type && type.getSort() != Type.METHOD) {
      return symbols.term(Op.CLASS, type, 1);
    }
    throw new Refusal(Reason.UNSUPPORTED, "constant " + value);
  }

  private Sym staticField(FieldInsnNode access) {
    if (result != null) {
      return result;
    }
    Sym written = isFixed(access) ? null : heap.lastWritten(kind(half, access), symbols.nil);
    if (written != null) {
      return written;
    }
    Object field = half.fieldRef(access);
    boolean constant = heap.finals() != null && EnumConstants.isConstant(half, half.field(access));
    if (constant) {
      return symbols.term(Op.ENUM, field, 1);
    }
    int size = Type.getType(access.desc).getSize();
    return symbols.term(Op.STATIC_FIELD, field, size, version(access));
  }

  private Sym field(FieldInsnNode access, Sym object) {
    if (result != null) {
      return result;
    }
    Sym written = isFixed(access) ? null : heap.lastWritten(kind(half, access), object);
    if (written != null) {
      return written;
    }
    Object field = half.fieldRef(access);
    int size = Type.getType(access.desc).getSize();
    return symbols.term(Op.FIELD, field, size, version(access), object);
  }

  private Sym version(FieldInsnNode access) {
    return isFixed(access) ? heap.finals() : heap.of(kind(half, access));
  }

  private boolean isFixed(FieldInsnNode access) {
    return heap.finals() != null && half.isFinal(access);
  }

  /** The kind of location of a field. */
  static String kind(Half half, FieldInsnNode access) {
    var field = half.fieldRef(access);
    return field.owner() + "." + field.name() + ":" + field.descriptor();
  }

  /** The kind of location of an array's elements: one kind for each family of instructions. */
  static String kind(int opcode) {
    boolean store = opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
    return "[" + (store ? opcode - Opcodes.IASTORE : opcode - Opcodes.IALOAD);
  }

  @Override
  public Sym copyOperation(AbstractInsnNode instruction, Sym value) {
    if (value == symbols.top) {
      throw new Refusal(Reason.UNSUPPORTED, "a slot is read that has no value");
    }
    return value;
  }

  @Override
  public Sym unaryOperation(AbstractInsnNode instruction, Sym value) {
    int opcode = instruction.getOpcode();
    switch (opcode) {
      case Opcodes.IINC:
        Sym step = symbols.integer(((IincInsnNode) instruction).incr);
        return symbols.binary(Opcodes.IADD, 1, copyOperation(instruction, value), step);
      case Opcodes.GETFIELD:
        return field((FieldInsnNode) instruction, value);
      case Opcodes.CHECKCAST:
        return value;
      case Opcodes.INSTANCEOF:
        return symbols.term(Op.INSTANCE_OF, ((TypeInsnNode) instruction).desc, 1, value);
      case Opcodes.ARRAYLENGTH:
        return symbols.length(value);
      case Opcodes.NEWARRAY, Opcodes.ANEWARRAY:
        return result(instruction);
      case Opcodes.I2L, Opcodes.F2L, Opcodes.D2L, Opcodes.LNEG:
      case Opcodes.I2D, Opcodes.L2D, Opcodes.F2D, Opcodes.DNEG:
        return symbols.unary(opcode, 2, value);
      case Opcodes.INEG, Opcodes.FNEG, Opcodes.I2F, Opcodes.L2I, Opcodes.L2F, Opcodes.F2I:
      case Opcodes.D2I, Opcodes.D2F, Opcodes.I2B, Opcodes.I2C, Opcodes.I2S:
        return symbols.unary(opcode, 1, value);
      case Opcodes.PUTSTATIC, Opcodes.MONITORENTER, Opcodes.MONITOREXIT:
      case Opcodes.IFEQ, Opcodes.IFNE, Opcodes.IFLT, Opcodes.IFGE, Opcodes.IFGT, Opcodes.IFLE:
      case Opcodes.IFNULL, Opcodes.IFNONNULL, Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH:
        return null;
      default:
        throw unknown(instruction);
    }
  }

  @Override
  public Sym binaryOperation(AbstractInsnNode instruction, Sym x, Sym y) {
    int opcode = instruction.getOpcode();
    if (opcode == Opcodes.PUTFIELD || opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE) {
      return null;
    }
    if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      int size = opcode == Opcodes.LALOAD || opcode == Opcodes.DALOAD ? 2 : 1;
      return symbols.term(Op.ELEMENT, opcode, size, heap.of(kind(opcode)), x, y);
    }
    switch (opcode) {
      case Opcodes.LCMP, Opcodes.FCMPL, Opcodes.FCMPG, Opcodes.DCMPL, Opcodes.DCMPG:
        return symbols.binary(opcode, 1, x, y);
      default:
        break;
    }
    if (opcode < Opcodes.IADD || opcode > Opcodes.LXOR) {
      throw unknown(instruction);
    }
    // The result of an operator has the type of its left operand, even for shifts.
    return symbols.binary(opcode, x.getSize(), x, y);
  }

  @Override
  public Sym ternaryOperation(AbstractInsnNode instruction, Sym x, Sym y, Sym z) {
    return null;
  }

  @Override
  public Sym naryOperation(AbstractInsnNode instruction, List<? extends Sym> values) {
    return result;
  }

  @Override
  public void returnOperation(AbstractInsnNode instruction, Sym value, Sym expected) {
    throw unknown(instruction);
  }

  @Override
  public Sym merge(Sym x, Sym y) {
    throw new IllegalStateException("frames are joined elsewhere");
  }
}
