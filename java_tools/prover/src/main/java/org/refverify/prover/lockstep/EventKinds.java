package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.refverify.prover.symbol.FieldRef;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.verdict.Reason;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/** The event that an instruction performs, except for calls. */
final class EventKinds {
  private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";

  /** Bootstrap methods whose meaning depends only on their arguments. */
  private static final Set<String> KNOWN_BOOTSTRAPS =
      Set.of(
          "java/lang/invoke/StringConcatFactory.makeConcatWithConstants",
          "java/lang/runtime/ObjectMethods.bootstrap");

  private final Symbols symbols;
  private final EnumConstants enums;

  EventKinds(Symbols symbols, EnumConstants enums) {
    this.symbols = symbols;
    this.enums = enums;
  }

  /**
   * The initialisation of a class by its first use; null if it has certainly begun before or if no
   * code can notice it. By assumption, no code notices the initialisation of classes outside the
   * tree.
   */
  Event initialisation(State state, Half half, Side side, ClassNode used) {
    if (used == null || half.world().inTree(used.name) == null) {
      return null;
    }
    boolean seen =
        !hasBegun(half, side, used)
            && !(half.isQuiet(used)
                && half.world().initialisedBefore(used).stream()
                    .allMatch(above -> half.isQuiet(above) || hasBegun(half, side, above)));
    return seen && !state.facts().isPassed(Check.initialised(used.name, symbols))
        ? Event.of(EventKind.INITIALISE, used.name, 0)
        : null;
  }

  /**
   * Whether the initialisation of a class has certainly begun. Code of a class or a subclass runs
   * only after the class's initialisation began. For an interface this holds for static methods
   * only: an instance method may run earlier, while a superclass of the object's class is being
   * initialised. If other threads may run during the initialisation, only a static method of the
   * class itself shows that this thread does not wait for its end.
   */
  private static boolean hasBegun(Half half, Side side, ClassNode node) {
    boolean begun =
        running(side)
            .filter(running -> !isInterface(running.owner()) || isCalledByName(running))
            .anyMatch(running -> half.world().isSubclass(running.owner().name, node.name));
    return begun
        && (!half.usesThreadsWhenInitialised(node.name)
            || running(side).anyMatch(running -> half.awaitedBy(running) == node));
  }

  private static Stream<Method> running(Side side) {
    return side.frames().stream().map(CallFrame::method);
  }

  private static boolean isInterface(ClassNode node) {
    return (node.access & Opcodes.ACC_INTERFACE) != 0;
  }

  private static boolean isCalledByName(Method method) {
    return method.is(Opcodes.ACC_STATIC) && !method.isLambdaBody();
  }

  /**
   * The initialisation of an interface by its first lambda. Creating an object initialises those
   * supertypes of its class that have methods with code.
   */
  private Event implemented(State state, Half half, Side side, InvokeDynamicInsnNode lambda) {
    Set<ClassNode> all = new LinkedHashSet<>();
    Stream.concat(
            Stream.of(Type.getReturnType(lambda.desc)),
            Arrays.stream(lambda.bsmArgs).skip(3).filter(Type.class::isInstance))
        .map(type -> ((Type) type).getInternalName())
        .forEach(
            name -> {
              all.add(half.world().inTree(name));
              all.addAll(half.world().above(name));
            });
    return all.stream()
        .filter(node -> node != null && half.world().inTree(node.name) != null)
        .filter(ClassWorld::hasObjectsCode)
        .filter(node -> !half.isQuiet(node) && !hasBegun(half, side, node))
        .filter(node -> !state.facts().isPassed(Check.initialised(node.name, symbols)))
        .findFirst()
        .map(node -> Event.of(EventKind.INITIALISE, node.name, 0))
        .orElse(null);
  }

  private Event firstUse(State state, Half half, Side side, AbstractInsnNode instruction) {
    if (instruction.getOpcode() == Opcodes.NEW) {
      ClassNode made = half.world().find(((TypeInsnNode) instruction).desc);
      return initialisation(state, half, side, made);
    }
    if (instruction instanceof InvokeDynamicInsnNode dynamic && isLambda(dynamic)) {
      return implemented(state, half, side, dynamic);
    }
    boolean isStatic =
        instruction.getOpcode() == Opcodes.GETSTATIC
            || instruction.getOpcode() == Opcodes.PUTSTATIC;
    if (isStatic) {
      ClassWorld.DeclaredField field = half.field((FieldInsnNode) instruction);
      return initialisation(state, half, side, field == null ? null : field.owner());
    }
    return null;
  }

  /** The next event of a side; null if the instruction has no effect and cannot throw here. */
  Event of(State state, Half half, Side side) {
    CallFrame frame = side.top();
    AbstractInsnNode instruction = frame.instruction();
    Event firstUse = firstUse(state, half, side, instruction);
    if (firstUse != null) {
      return firstUse;
    }
    int opcode = instruction.getOpcode();
    if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      return dynamic(dynamic, frame);
    }
    if (instruction instanceof FieldInsnNode access) {
      return field(state, half, access, frame);
    }
    if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      if (enums.isLookup(frame.operand(1), frame.operand(0))) {
        return null;
      }
      return unlessPassed(state, Check.index(frame.operand(1), frame.operand(0)));
    }
    if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
      return Event.of(EventKind.STORE_ELEMENT, Values.kind(opcode), 0, frame.operands(3));
    }
    return switch (opcode) {
      case Opcodes.ARRAYLENGTH -> unlessNotNull(state, frame.operand(0));
      case Opcodes.CHECKCAST ->
          cast(state, half, ((TypeInsnNode) instruction).desc, frame.operand(0));
      case Opcodes.IDIV, Opcodes.IREM, Opcodes.LDIV, Opcodes.LREM ->
          divisor(state, frame.operand(0));
      case Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY ->
          newArray(instruction, frame);
      case Opcodes.MONITORENTER -> Event.of(EventKind.LOCK, null, 0, frame.operand(0));
      case Opcodes.MONITOREXIT -> Event.of(EventKind.UNLOCK, null, 0, frame.operand(0));
      default -> null;
    };
  }

  private Event unlessPassed(State state, Check check) {
    return state.facts().isPassed(check.key(symbols)) ? null : check.event();
  }

  private static Event unlessNotNull(State state, Sym value) {
    return state.facts().isNotNull(value) ? null : Check.notNull(value).event();
  }

  private Event field(State state, Half half, FieldInsnNode access, CallFrame frame) {
    FieldRef field = half.fieldRef(access);
    int size = Type.getType(access.desc).getSize();
    boolean isVolatile = half.isVolatile(access);
    switch (access.getOpcode()) {
      case Opcodes.PUTFIELD:
        return Event.of(EventKind.PUT_FIELD, field, 0, frame.operands(2));
      case Opcodes.PUTSTATIC:
        return Event.of(EventKind.PUT_STATIC, field, 0, frame.operand(0));
      case Opcodes.GETSTATIC:
        return isVolatile
            ? Event.of(EventKind.VOLATILE_READ, field, size).resulting(access.desc)
            : null;
      default:
        Sym object = frame.operand(0);
        if (!state.facts().isNotNull(object)) {
          return Check.notNull(object).event();
        }
        return isVolatile
            ? Event.of(EventKind.VOLATILE_READ, field, size, object).resulting(access.desc)
            : null;
    }
  }

  private Event cast(State state, Half half, String type, Sym value) {
    boolean passes = state.facts().isNull(value) || Casts.isCertain(half.world(), value, type);
    return passes ? null : unlessPassed(state, Check.cast(type, value));
  }

  private Event divisor(State state, Sym value) {
    boolean constant = value.is(Op.INT) || value.is(Op.NUMBER);
    if (constant && ((Number) value.label()).longValue() != 0) {
      return null;
    }
    Sym isZero = symbols.equal(value, symbols.integer(0));
    boolean knownNotZero =
        value.getSize() == 1 && Boolean.FALSE.equals(state.facts().known(isZero));
    return knownNotZero ? null : unlessPassed(state, Check.divisor(value));
  }

  private static Event newArray(AbstractInsnNode instruction, CallFrame frame) {
    if (instruction instanceof IntInsnNode primitive) {
      return array(primitive.operand, frame.operand(0));
    }
    if (instruction instanceof TypeInsnNode reference) {
      return array(reference.desc, frame.operand(0));
    }
    MultiANewArrayInsnNode many = (MultiANewArrayInsnNode) instruction;
    return array(many.desc + " " + many.dims, frame.operands(many.dims));
  }

  private static Event array(Object label, Sym... sizes) {
    return Event.of(EventKind.NEW_ARRAY, label, 1, sizes);
  }

  private static Event dynamic(InvokeDynamicInsnNode dynamic, CallFrame frame) {
    Type result = Type.getReturnType(dynamic.desc);
    Sym[] args = frame.operands(Type.getArgumentTypes(dynamic.desc).length);
    List<Object> extra = new ArrayList<>();
    if (isLambda(dynamic)) {
      extra.addAll(List.of(dynamic.bsm.getName(), dynamic.name, result));
      extra.add(dynamic.bsmArgs[0]);
      extra.addAll(Arrays.asList(dynamic.bsmArgs).subList(2, dynamic.bsmArgs.length));
      demandPlain(extra);
      return new Event(EventKind.LAMBDA, extra, 1, null, args, dynamic);
    }
    String bootstrap = dynamic.bsm.getOwner() + "." + dynamic.bsm.getName();
    if (!KNOWN_BOOTSTRAPS.contains(bootstrap)) {
      throw new Refusal(Reason.UNSUPPORTED, "bootstrap method " + bootstrap);
    }
    extra.addAll(List.of(bootstrap, dynamic.name, dynamic.desc));
    extra.addAll(Arrays.asList(dynamic.bsmArgs));
    demandPlain(extra);
    return Event.of(EventKind.DYNAMIC, extra, result.getSize(), args)
        .resulting(result.getDescriptor());
  }

  /**
   * Whether the instruction creates a lambda or a method reference. No code can notice its
   * creation, which never throws.
   */
  static boolean isLambda(InvokeDynamicInsnNode dynamic) {
    return dynamic.bsm.getOwner().equals(LAMBDAS);
  }

  static void demandPlain(List<Object> constants) {
    for (Object constant : constants) {
      boolean fieldOnly =
          constant instanceof Handle handle && handle.getTag() <= Opcodes.H_PUTSTATIC;
      boolean hidden =
          constant instanceof ConstantDynamic || constant instanceof Handle && !fieldOnly;
      if (hidden) {
        throw new Refusal(Reason.UNSUPPORTED, "bootstrap argument " + constant);
      }
    }
  }
}
