package org.refverify.prover.lockstep;

import java.util.Arrays;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * The meaning of a call instruction: which method it calls, and whether the call is an event or is
 * stepped into.
 */
public final class Calls {
  private Calls() {}

  /** The declaration to which a call resolves; null if it is unknown. */
  public static ClassWorld.DeclaredMethod resolve(
      ClassWorld world, ClassNode caller, MethodInsnNode call) {
    return world.resolve(start(world, caller, call), call.name, call.desc);
  }

  /** Whether code of a class calls, or refers to, a caller-sensitive method. */
  public static boolean looksAtItself(ClassWorld world, ClassNode node) {
    return node.methods.stream()
        .flatMap(method -> Arrays.stream(method.instructions.toArray()))
        .anyMatch(instruction -> looksAtCaller(world, node, instruction));
  }

  private static boolean looksAtCaller(
      ClassWorld world, ClassNode caller, AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      ClassWorld.DeclaredMethod found = resolve(world, caller, call);
      String owner = found == null ? call.owner : found.owner().name;
      return Library.isCallerSensitive(owner, call.name);
    }
    return instruction instanceof InvokeDynamicInsnNode dynamic
        && Arrays.stream(dynamic.bsmArgs)
            .filter(Handle.class::isInstance)
            .map(Handle.class::cast)
            .anyMatch(each -> looksAtCaller(world, each));
  }

  private static boolean looksAtCaller(ClassWorld world, Handle handle) {
    ClassWorld.DeclaredMethod found =
        world.resolve(handle.getOwner(), handle.getName(), handle.getDesc());
    String owner = found == null ? handle.getOwner() : found.owner().name;
    return Library.isCallerSensitive(owner, handle.getName());
  }

  /**
   * The class in which resolution begins; for a super call that is the calling class's superclass.
   */
  private static String start(ClassWorld world, ClassNode caller, MethodInsnNode call) {
    boolean toSuper =
        call.getOpcode() == Opcodes.INVOKESPECIAL
            && !call.name.equals("<init>")
            && !call.itf
            && !call.owner.equals(caller.name)
            && caller.superName != null
            && world.isSubtype(caller.name, call.owner);
    return toSuper ? caller.superName : call.owner;
  }

  /** Number of operands, including the receiver. */
  static int arity(MethodInsnNode call) {
    int receiver = call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
    return Type.getArgumentTypes(call.desc).length + receiver;
  }

  /** The name of the called method that both versions share. */
  static CallRef ref(ClassWorld world, ClassNode caller, MethodInsnNode call) {
    ClassWorld.DeclaredMethod found = resolve(world, caller, call);
    String owner = found == null ? start(world, caller, call) : found.owner().name;
    if (found != null && SwitchedEnums.isTable(call.name, found.method().access)) {
      owner = "";
    }
    return new CallRef(kind(call), owner, call.name, call.desc);
  }

  private static CallRef.Kind kind(MethodInsnNode call) {
    if (call.name.equals("<init>")) {
      return CallRef.Kind.CONSTRUCTOR;
    }
    return switch (call.getOpcode()) {
      case Opcodes.INVOKESTATIC -> CallRef.Kind.STATIC;
      case Opcodes.INVOKESPECIAL -> CallRef.Kind.SPECIAL;
      default -> CallRef.Kind.VIRTUAL;
    };
  }

  static Event event(Half half, ClassNode caller, MethodInsnNode call, Sym... args) {
    Type result = Type.getReturnType(call.desc);
    return Event.of(EventKind.CALL, ref(half.world(), caller, call), result.getSize(), args)
        .resulting(result.getDescriptor());
  }

  /** The call of one half of a pair, with the arguments in the pair's order. */
  static Event pairEvent(Pair pair, boolean old, Sym... args) {
    Sym[] matched = pair.slots(old).stream().map(slot -> args[slot]).toArray(Sym[]::new);
    Type result = Type.getReturnType(pair.before().node().desc);
    boolean sameType = result.equals(Type.getReturnType(pair.after().node().desc));
    return Event.of(EventKind.CALL, pair.ref(), result.getSize(), matched)
        .resulting(sameType ? result.getDescriptor() : null);
  }

  /** The called code if it is one of the version's own methods; an override may run instead. */
  static Method target(Half half, ClassNode caller, MethodInsnNode call) {
    return half.world().code(resolve(half.world(), caller, call));
  }

  /** Whether only this version has the method. */
  static boolean isHelper(Half half, Method target) {
    return target != null && !target.isConstructor() && half.helpers().contains(target.id());
  }

  static Pair pair(Half half, Method target) {
    return target == null ? null : half.pairs().get(target.id());
  }

  /**
   * Whether virtual calls of two names run the same code if the receivers are the same object. The
   * object belongs to the lower class, because a call on that class passed verification, and the
   * method of that class overrides the other one. So every override of the lower method also
   * overrides the upper one (JVMS 5.4.5, 5.4.6): for public and protected methods anywhere, for
   * package-private ones in their package, which is then the package of both.
   */
  static boolean dispatchesAlike(Half half, CallRef x, CallRef y) {
    boolean comparable =
        x.kind() == CallRef.Kind.VIRTUAL
            && y.kind() == CallRef.Kind.VIRTUAL
            && x.name().equals(y.name())
            && x.descriptor().equals(y.descriptor());
    if (!comparable || x.owner().startsWith("[") || y.owner().startsWith("[")) {
      return false;
    }
    ClassWorld world = half.world();
    return overrides(world, x, y) || overrides(world, y, x);
  }

  private static boolean overrides(ClassWorld world, CallRef lower, CallRef upper) {
    ClassWorld.DeclaredMethod over = dispatched(world, lower);
    ClassWorld.DeclaredMethod under = dispatched(world, upper);
    if (over == null || under == null || !world.isSubtype(lower.owner(), upper.owner())) {
      return false;
    }
    return isSeenEverywhere(under)
        ? isSeenEverywhere(over)
        : ClassWorld.packageOf(over.owner().name).equals(ClassWorld.packageOf(under.owner().name));
  }

  /** The method that a name means; null if it is unknown or if calls of it are exact. */
  private static ClassWorld.DeclaredMethod dispatched(ClassWorld world, CallRef ref) {
    ClassWorld.DeclaredMethod found = world.resolve(ref.owner(), ref.name(), ref.descriptor());
    boolean exact = found == null || found.is(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC);
    return exact ? null : found;
  }

  private static boolean isSeenEverywhere(ClassWorld.DeclaredMethod method) {
    return method.is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED);
  }
}
