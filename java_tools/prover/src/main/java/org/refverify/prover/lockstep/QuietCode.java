package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * Code whose execution other code cannot notice. It always ends, never throws, gives the same
 * result at any time, and writes only static fields of its own class and objects that it has just
 * created.
 *
 * <p>Such code has no loops. It creates objects with quiet constructors up to {@link Object},
 * {@link Enum}, {@link Record} or an empty constructor of a stream; their class is its own class,
 * an anonymous or local class directly below it that needs no initialisation, or any class of the
 * tree whose initialisation no code can notice, and none has a finalizer. It creates arrays of a
 * constant size and stores values of exactly their type at constant indexes inside; it creates
 * lambdas, and empty collections and boxed numbers of the JDK. It computes without division. It
 * reads and writes static fields of the class that is being initialised, and reads final ones of
 * classes whose initialisation no code can notice. A constructor writes only fields of {@code
 * this}, because any other receiver could be null. All other code is loud.
 */
final class QuietCode extends Interpreter<QuietCode.Known> {
  /** The greatest depth of constructors that call constructors. */
  private static final int DEPTH = 4;

  private static final String CONSTRUCTOR = "<init>";

  private final ClassWorld world;
  private final String home;
  private final Method method;
  private final Initialisers around;
  private final int depth;

  /**
   * Knowledge about a value.
   *
   * @param type its static type; null if there is none
   * @param constant an int, the class of a class literal, or the word null; null if it is another
   *     value
   * @param length of an array that was created here; null for all other values
   * @param isThis whether it is the object under construction
   */
  record Known(Type type, Object constant, Integer length, boolean isThis) implements Value {
    static final Known NOTHING = new Known(null, null, null, false);
    static final Known NULL = new Known(null, "null", null, false);

    static Known of(Type type) {
      return new Known(type, null, null, false);
    }

    @Override
    public int getSize() {
      return type == null ? 1 : type.getSize();
    }
  }

  /** Thrown at the first instruction that other code may notice. */
  private static final class Loud extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Loud(AbstractInsnNode instruction) {
      super("instruction " + instruction.getOpcode(), null, false, false);
    }
  }

  private QuietCode(ClassWorld world, String home, Method method, Initialisers around, int depth) {
    super(Opcodes.ASM9);
    this.world = world;
    this.home = home;
    this.around = around;
    this.method = method;
    this.depth = depth;
  }

  /**
   * Whether no code can notice the method's execution, with any arguments.
   *
   * @param around the initialisations in progress, including this one
   */
  static boolean isQuiet(ClassWorld world, Method method, Initialisers around) {
    return isQuiet(world, method.owner().name, method, around, 0);
  }

  private static boolean isQuiet(
      ClassWorld world, String home, Method method, Initialisers around, int depth) {
    boolean plain =
        depth < DEPTH
            && !method.hasNoCode()
            && !method.isUnresolved()
            && !method.is(Opcodes.ACC_SYNCHRONIZED)
            && method.handlers().isEmpty()
            && goesForward(method);
    if (!plain) {
      return false;
    }
    try {
      new Analyzer<>(new QuietCode(world, home, method, around, depth))
          .analyze(method.owner().name, method.node());
      return true;
    } catch (Loud | AnalyzerException | IndexOutOfBoundsException loud) {
      return false;
    }
  }

  private static boolean goesForward(Method method) {
    for (int i = 0; i < method.length(); i++) {
      AbstractInsnNode instruction = method.at(i);
      int opcode = instruction.getOpcode();
      boolean jumpsBack = instruction instanceof JumpInsnNode jump && method.index(jump.label) <= i;
      if (jumpsBack || opcode == Opcodes.TABLESWITCH || opcode == Opcodes.LOOKUPSWITCH) {
        return false;
      }
    }
    return true;
  }

  // ------------------------------------------------------------------ values

  @Override
  public Known newValue(Type type) {
    if (Type.VOID_TYPE.equals(type)) {
      return null;
    }
    return type == null ? Known.NOTHING : Known.of(type);
  }

  @Override
  public Known newParameterValue(boolean isInstanceMethod, int local, Type type) {
    boolean isThis = isInstanceMethod && local == 0 && method.isConstructor();
    return new Known(type, null, null, isThis);
  }

  @Override
  public Known merge(Known x, Known y) {
    if (x.equals(y)) {
      return x;
    }
    return Objects.equals(x.type(), y.type()) && x.type() != null
        ? Known.of(x.type())
        : Known.NOTHING;
  }

  @Override
  public Known newOperation(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return integer(opcode - Opcodes.ICONST_0);
    }
    return switch (opcode) {
      case Opcodes.ACONST_NULL -> Known.NULL;
      case Opcodes.LCONST_0, Opcodes.LCONST_1 -> Known.of(Type.LONG_TYPE);
      case Opcodes.FCONST_0, Opcodes.FCONST_1, Opcodes.FCONST_2 -> Known.of(Type.FLOAT_TYPE);
      case Opcodes.DCONST_0, Opcodes.DCONST_1 -> Known.of(Type.DOUBLE_TYPE);
      case Opcodes.BIPUSH, Opcodes.SIPUSH -> integer(((IntInsnNode) instruction).operand);
      case Opcodes.LDC -> constant((LdcInsnNode) instruction);
      case Opcodes.GETSTATIC -> read((FieldInsnNode) instruction);
      case Opcodes.NEW -> made((TypeInsnNode) instruction);
      default -> throw new Loud(instruction);
    };
  }

  private static Known integer(int value) {
    return new Known(Type.INT_TYPE, value, null, false);
  }

  private static Known constant(LdcInsnNode instruction) {
    Object value = instruction.cst;
    if (value instanceof Integer number) {
      return integer(number);
    }
    if (value instanceof Number) {
      return Known.of(Type.getType(primitive(value)));
    }
    if (value instanceof String) {
      return Known.of(Type.getType(String.class));
    }
    if (value instanceof Type) {
      return new Known(Type.getType(Class.class), value, null, false);
    }
    throw new Loud(instruction);
  }

  private static String primitive(Object number) {
    return number instanceof Long ? "J" : number instanceof Float ? "F" : "D";
  }

  private Known read(FieldInsnNode access) {
    if (!around.isFixed(access)) {
      demandOwnStatic(access);
    }
    return Known.of(Type.getType(access.desc));
  }

  /**
   * Accepts only static fields that are declared by the class being initialised, or by the method's
   * own class directly below it, because no other code has seen them yet. The declaring class
   * decides: other code may have seen an inherited field.
   */
  private void demandOwnStatic(FieldInsnNode access) {
    ClassNode owner = around.declaring(access);
    boolean own =
        owner != null
            && (owner.name.equals(home) || owner == method.owner() && home.equals(owner.superName));
    if (!own) {
      throw new Loud(access);
    }
  }

  private Known made(TypeInsnNode instruction) {
    String made = instruction.desc;
    if (!isOwn(made) && !isPlain(made) && !QuietLibrary.isEmptyWhenMade(made)
        || isFinalized(made)) {
      throw new Loud(instruction);
    }
    return Known.of(Type.getObjectType(made));
  }

  /**
   * Whether the type is a class of the tree whose initialisation, with that of its supertypes, no
   * code can notice.
   */
  private boolean isPlain(String type) {
    ClassNode node = world.inTree(type);
    return node != null && around.isUnseen(node);
  }

  private boolean isFinalized(String type) {
    List<ClassNode> all = new ArrayList<>(world.above(type));
    all.add(world.find(type));
    return all.stream()
        .filter(node -> node != null && !QuietLibrary.isRoot(node.name))
        .anyMatch(node -> ClassWorld.declared(node, "finalize", "()V") != null);
  }

  /**
   * Whether the type is the method's own class, or one directly below it that needs no
   * initialisation and that no outside code can use: an anonymous or local class of it, or a
   * constant of an enum with a body. Another thread may begin the initialisation of any other
   * subclass first. Then that thread waits for the superclass while this one waits for the
   * subclass.
   */
  private boolean isOwn(String type) {
    ClassNode node = world.inTree(type);
    return type.equals(method.owner().name)
        || node != null
            && method.owner().name.equals(node.superName)
            && isHidden(node)
            && node.interfaces.isEmpty()
            && ClassWorld.declared(node, "<clinit>", "()V") == null;
  }

  /** Whether only code of the method's own class can use a subclass. */
  private boolean isHidden(ClassNode below) {
    boolean inside = method.owner().name.equals(below.outerClass);
    return inside || (method.owner().access & Opcodes.ACC_ENUM) != 0;
  }

  @Override
  public Known copyOperation(AbstractInsnNode instruction, Known value) {
    return value;
  }

  // ------------------------------------------------------------------ operators, fields, arrays

  @Override
  public Known unaryOperation(AbstractInsnNode instruction, Known value) {
    int opcode = instruction.getOpcode();
    switch (opcode) {
      case Opcodes.PUTSTATIC:
        demandOwnStatic((FieldInsnNode) instruction);
        return null;
      case Opcodes.IFEQ, Opcodes.IFNE, Opcodes.IFLT, Opcodes.IFGE, Opcodes.IFGT, Opcodes.IFLE:
      case Opcodes.IFNULL, Opcodes.IFNONNULL:
        return null;
      case Opcodes.NEWARRAY:
        return array(instruction, elements(((IntInsnNode) instruction).operand), value);
      case Opcodes.ANEWARRAY:
        return array(instruction, Type.getObjectType(((TypeInsnNode) instruction).desc), value);
      case Opcodes.L2I, Opcodes.F2I, Opcodes.D2I, Opcodes.I2B, Opcodes.I2C, Opcodes.I2S:
      case Opcodes.INEG:
        return Known.of(Type.INT_TYPE);
      case Opcodes.I2L, Opcodes.F2L, Opcodes.D2L, Opcodes.LNEG:
        return Known.of(Type.LONG_TYPE);
      case Opcodes.I2F, Opcodes.L2F, Opcodes.D2F, Opcodes.FNEG:
        return Known.of(Type.FLOAT_TYPE);
      case Opcodes.I2D, Opcodes.L2D, Opcodes.F2D, Opcodes.DNEG:
        return Known.of(Type.DOUBLE_TYPE);
      default:
        throw new Loud(instruction);
    }
  }

  private static Type elements(int operand) {
    return switch (operand) {
      case Opcodes.T_LONG -> Type.LONG_TYPE;
      case Opcodes.T_FLOAT -> Type.FLOAT_TYPE;
      case Opcodes.T_DOUBLE -> Type.DOUBLE_TYPE;
      default -> Type.INT_TYPE;
    };
  }

  private static Known array(AbstractInsnNode instruction, Type elements, Known size) {
    boolean fits = size.constant() instanceof Integer length && length >= 0;
    if (!fits) {
      throw new Loud(instruction);
    }
    return new Known(
        Type.getType("[" + elements.getDescriptor()), null, (Integer) size.constant(), false);
  }

  @Override
  public Known binaryOperation(AbstractInsnNode instruction, Known x, Known y) {
    int opcode = instruction.getOpcode();
    if (instruction instanceof FieldInsnNode access && opcode == Opcodes.PUTFIELD) {
      // Any declaring class is allowed, because no other code has seen the object.
      if (!x.isThis() || around.declaring(access) == null) {
        throw new Loud(instruction);
      }
      return null;
    }
    if (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE) {
      return null;
    }
    if (opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG) {
      return Known.of(Type.INT_TYPE);
    }
    boolean total =
        opcode >= Opcodes.IADD && opcode <= Opcodes.DMUL
            || opcode >= Opcodes.ISHL && opcode <= Opcodes.LXOR;
    if (!total) {
      throw new Loud(instruction);
    }
    return Known.of(x.type());
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // NULL is one object.
  public Known ternaryOperation(AbstractInsnNode instruction, Known array, Known at, Known value) {
    boolean inside =
        array.length() != null
            && at.constant() instanceof Integer index
            && index >= 0
            && index < array.length();
    boolean reference = instruction.getOpcode() == Opcodes.AASTORE;
    boolean fits =
        !reference
            || value == Known.NULL
            || array.type().getElementType().equals(Type.getObjectType("java/lang/Object"))
                && array.type().getDimensions() == 1
            || value.type() != null
                && array.type().getDescriptor().equals("[" + value.type().getDescriptor());
    if (!inside || !fits) {
      throw new Loud(instruction);
    }
    return null;
  }

  @Override
  public void returnOperation(AbstractInsnNode instruction, Known value, Known expected) {
    // The returned value was created here.
  }

  // ------------------------------------------------------------------ calls

  @Override
  public Known naryOperation(AbstractInsnNode instruction, List<? extends Known> values) {
    if (instruction instanceof InvokeDynamicInsnNode dynamic && isPlainLambda(dynamic)) {
      return Known.of(Type.getReturnType(dynamic.desc));
    }
    if (!(instruction instanceof MethodInsnNode call) || !isQuiet(call, values)) {
      throw new Loud(instruction);
    }
    Type result = Type.getReturnType(call.desc);
    return result.equals(Type.VOID_TYPE) ? null : Known.of(result);
  }

  /** Whether the lambda has one interface, which is initialised before the lambda's class. */
  private boolean isPlainLambda(InvokeDynamicInsnNode dynamic) {
    ClassNode node = world.find(Type.getReturnType(dynamic.desc).getInternalName());
    return EventKinds.isLambda(dynamic)
        && dynamic.bsm.getName().equals("metafactory")
        && node != null
        && around.isUnseenByObjects(node);
  }

  private boolean isQuiet(MethodInsnNode call, List<? extends Known> values) {
    if (call.name.equals(CONSTRUCTOR)) {
      boolean isThis = values.get(0).isThis();
      boolean isSuper = isThis && call.owner.equals(method.owner().superName);
      return !isThis && call.desc.equals("()V") && QuietLibrary.isEmptyWhenMade(call.owner)
          || isSuper && QuietLibrary.isQuietAbove(call)
          || (isSuper || isOwn(call.owner) || isPlain(call.owner)) && isQuietCode(call);
    }
    if (QuietLibrary.isQuiet(call)) {
      return true;
    }
    if (call.owner.equals("java/lang/Class")) {
      return call.name.equals("desiredAssertionStatus") && values.get(0).constant() instanceof Type;
    }
    // The method in which javac lists the constants of an enum.
    boolean ofEnum = call.owner.equals(method.owner().name) && call.name.equals("$values");
    return ofEnum && isQuietCode(call);
  }

  private boolean isQuietCode(MethodInsnNode call) {
    ClassNode owner = world.inTree(call.owner);
    MethodNode node = owner == null ? null : ClassWorld.declared(owner, call.name, call.desc);
    return node != null && isQuiet(world, home, world.method(owner, node), around, depth + 1);
  }
}
