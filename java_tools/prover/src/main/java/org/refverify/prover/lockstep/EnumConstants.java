package org.refverify.prover.lockstep;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.refverify.prover.symbol.FieldRef;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * The constants of enums as values.
 *
 * <p>If no code can notice the initialisation of an enum ({@link QuietCode}), only the enum's own
 * initialiser and constructors run before all its constants exist. So for all other code each
 * constant is one object, is never null, and differs from the others. Equality and ordinal of an
 * enum are final methods that read only what the constructor wrote.
 *
 * <p>ECJ translates a switch over an enum to a table that maps the ordinal of each constant to a
 * number, and all other ordinals to 0. So the table contains a number if and only if the object is
 * the constant of that number. A comparison with that constant throws for null, just as each use of
 * the table does.
 */
final class EnumConstants {
  private static final String ENUM = "java/lang/Enum";

  private final Symbols symbols;

  /**
   * The content of a table.
   *
   * @param constants the constant of each number
   */
  private record Table(Map<Integer, FieldRef> constants) {}

  EnumConstants(Symbols symbols) {
    this.symbols = symbols;
  }

  /** Whether a field is a constant of an enum whose initialisation no code can notice. */
  static boolean isConstant(Half half, ClassWorld.DeclaredField field) {
    ClassNode owner = field == null ? null : field.owner();
    return owner != null
        && (field.field().access & Opcodes.ACC_ENUM) != 0
        && ENUM.equals(owner.superName)
        && half.isUnseen(owner);
  }

  /** A constant by its name; null if it is unknown. */
  Sym constant(Half half, String type, String name) {
    String descriptor = "L" + type + ";";
    boolean known = isConstant(half, half.world().field(type, name, descriptor));
    return known ? symbol(new FieldRef(type, name, descriptor)) : null;
  }

  private Sym symbol(FieldRef constant) {
    return symbols.term(Op.ENUM, constant, 1);
  }

  /** Whether a call means the {@code equals} or {@code ordinal} that every enum inherits. */
  static boolean isCall(ClassWorld world, ClassNode caller, MethodInsnNode call) {
    if (!call.name.equals("equals") && !call.name.equals("ordinal")) {
      return false;
    }
    ClassWorld.DeclaredMethod found = Calls.resolve(world, caller, call);
    return found != null && found.owner().name.equals(ENUM);
  }

  Sym ordinal(Sym object) {
    return symbols.term(Op.PURE, ENUM + ".ordinal()I", 1, object);
  }

  // ------------------------------------------------------------------ tables of switches

  /** The result of the compiler's table method; null if it is unknown. */
  Sym table(Half half, Method method) {
    Map<Integer, FieldRef> constants = new HashMap<>();
    int stores = 0;
    for (int i = 0; i < method.length(); i++) {
      AbstractInsnNode instruction = method.at(i);
      if (instruction.getOpcode() == Opcodes.IASTORE) {
        stores++;
        Integer number = number(instruction.getPrevious());
        FieldRef constant = number == null ? null : stored(half, instruction);
        if (constant != null) {
          constants.put(number, constant);
        }
      }
    }
    boolean known = constants.size() == stores && !constants.containsKey(0);
    return known ? symbols.term(Op.PURE, new Table(constants), 1) : null;
  }

  /** The constant whose ordinal is the index of a store. */
  private static FieldRef stored(Half half, AbstractInsnNode store) {
    AbstractInsnNode ordinal = store.getPrevious().getPrevious();
    boolean asked =
        ordinal instanceof MethodInsnNode call
            && call.name.equals("ordinal")
            && call.getPrevious() instanceof FieldInsnNode read
            && isConstant(half, half.field(read));
    return asked ? half.fieldRef((FieldInsnNode) ordinal.getPrevious()) : null;
  }

  private static Integer number(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (opcode >= Opcodes.ICONST_0 && opcode <= Opcodes.ICONST_5) {
      return opcode - Opcodes.ICONST_0;
    }
    return instruction instanceof IntInsnNode push && opcode != Opcodes.NEWARRAY
        ? push.operand
        : null;
  }

  /** Whether a table is read at an ordinal, which is always a valid index. */
  boolean isLookup(Sym array, Sym index) {
    return array.label() instanceof Table
        && index.args().size() == 1
        && index == ordinal(index.arg(0));
  }

  /** The condition that the key of a switch has a value, in the form that a comparison has. */
  Sym isCase(Sym key, int value) {
    boolean asked = key.is(Op.ELEMENT) && isLookup(key.arg(1), key.arg(2));
    FieldRef constant = asked ? ((Table) key.arg(1).label()).constants().get(value) : null;
    return constant == null
        ? symbols.equal(key, symbols.integer(value))
        : symbols.equal(key.arg(2).arg(0), symbol(constant));
  }
}
