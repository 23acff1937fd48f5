package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.verdict.Reason;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * Two lambdas of one functional interface behave the same if their bodies do, for the values that
 * each side captured, any arguments, and any heap, because a body runs at another time. Facts about
 * the captured values remain true.
 *
 * <p>A body is the code of a lambda expression, or of a method that only one version has and that a
 * method reference names with certainty. No other method reference is compared with code, because
 * it checks its receiver when it is created and converts arguments and results on its own.
 */
final class Lambdas {
  private final ProofRun run;
  private final Half before;
  private final Half after;

  Lambdas(ProofRun run, Half before, Half after) {
    this.run = run;
    this.before = before;
    this.after = after;
  }

  void demandSame(State state, Event old, Event now) {
    Handle oldTarget = (Handle) old.lambda().bsmArgs[1];
    Handle newTarget = (Handle) now.lambda().bsmArgs[1];
    Method oldBody = body(before, state.before, old, oldTarget);
    Method newBody = body(after, state.after, now, newTarget);
    if (oldBody == null && newBody == null) {
      demandSameReference(state, old, now);
    } else if (oldBody == null || newBody == null) {
      throw new Refusal(Reason.LAMBDA, "a method reference against code", old, now);
    } else {
      markStepped(before, oldBody);
      markStepped(after, newBody);
      run.inner(bodies(state, old, now, oldBody, newBody));
    }
  }

  /** The code that the lambda runs; null if it is a reference to a method that is called. */
  private static Method body(Half half, Side side, Event event, Handle handle) {
    Method method = half.world().code(resolve(half, handle));
    if (method == null) {
      return null;
    }
    if (method.isLambdaBody()) {
      return method;
    }
    boolean bound = event.args().length == (method.is(Opcodes.ACC_STATIC) ? 0 : 1);
    boolean certain = !Stepping.isOverridable(method) && !method.isConstructor();
    boolean followed =
        Calls.isHelper(half, method)
            && certain
            && bound
            && method.owner() == side.top().method().owner()
            && !method.hasNoCode()
            && !method.is(Opcodes.ACC_SYNCHRONIZED)
            && takesWhatTheInterfaceGives(event, method);
    return followed ? method : null;
  }

  /** Whether the reference needs no conversion: its types are those of the interface's method. */
  private static boolean takesWhatTheInterfaceGives(Event event, Method method) {
    Type called = (Type) event.lambda().bsmArgs[2];
    return called.getDescriptor().equals(method.node().desc);
  }

  private static void markStepped(Half half, Method body) {
    if (!body.isLambdaBody()) {
      half.stepped().add(body.id());
    }
  }

  private static ClassWorld.DeclaredMethod resolve(Half half, Handle handle) {
    return half.world().resolve(handle.getOwner(), handle.getName(), handle.getDesc());
  }

  private void demandSameReference(State state, Event old, Event now) {
    CallRef oldName = name(before, old, (Handle) old.lambda().bsmArgs[1]);
    CallRef newName = name(after, now, (Handle) now.lambda().bsmArgs[1]);
    if (isHelper(before, old) || isHelper(after, now)) {
      throw new Refusal(Reason.LAMBDA, "a reference to a method that differs", old, now);
    }
    boolean alike =
        oldName.equals(newName)
            || Calls.dispatchesAlike(before, oldName, newName)
                && Calls.dispatchesAlike(after, oldName, newName);
    boolean same = alike && old.args().length == now.args().length;
    for (int i = 0; same && i < old.args().length; i++) {
      Sym x = old.args()[i];
      same = !x.isPrivate() && x == now.args()[i];
    }
    if (!same) {
      String message = "method reference " + oldName + " / " + newName;
      throw new Refusal(Reason.LAMBDA, message, old, now);
    }
    boolean sensitive = Library.isCallerSensitive(oldName.owner(), oldName.name());
    String oldCaller = state.before.top().method().owner().name;
    if (sensitive && !oldCaller.equals(state.after.top().method().owner().name)) {
      throw new Refusal(Reason.CALLER_SENSITIVE, "a reference looks at its caller", old, now);
    }
  }

  /** Whether a reference means a method of one version: one of its name may be another method. */
  private static boolean isHelper(Half half, Event event) {
    Handle handle = (Handle) event.lambda().bsmArgs[1];
    return Calls.isHelper(half, half.world().code(resolve(half, handle)));
  }

  /** Names the method that a reference means, in the same words for both versions. */
  private static CallRef name(Half half, Event event, Handle handle) {
    ClassWorld.DeclaredMethod found = resolve(half, handle);
    Pair pair = found == null ? null : half.pairs().get(found.id());
    boolean isSuper = handle.getTag() == Opcodes.H_INVOKESPECIAL;
    if (isSuper && handle.getName().charAt(0) != '<' && found != null && pair == null) {
      // A super reference or, from older compilers, a private method: the code is certain in both
      // cases.
      return new CallRef(
          CallRef.Kind.SPECIAL, found.owner().name, handle.getName(), handle.getDesc());
    }
    if (pair != null) {
      if (!pair.isStraight()) {
        throw new Refusal(Reason.LAMBDA, "a reference to a method with other parameters");
      }
      boolean isStatic = handle.getTag() == Opcodes.H_INVOKESTATIC;
      if (isStatic && !pair.isOfOneClass() && !half.isUnseen(found.owner())) {
        throw new Refusal(Reason.STATIC_INITIALISER, "its call initialises another class");
      }
      return pair.ref();
    }
    String owner = found == null ? handle.getOwner() : found.owner().name;
    CallRef.Kind kind =
        switch (handle.getTag()) {
          case Opcodes.H_INVOKESTATIC -> CallRef.Kind.STATIC;
          case Opcodes.H_NEWINVOKESPECIAL -> CallRef.Kind.CONSTRUCTOR;
          case Opcodes.H_INVOKEVIRTUAL, Opcodes.H_INVOKEINTERFACE -> CallRef.Kind.VIRTUAL;
          default -> throw new Refusal(Reason.LAMBDA, "reference " + handle, event, null);
        };
    return new CallRef(kind, owner, handle.getName(), handle.getDesc());
  }

  /** The state with both bodies at their start. */
  private State bodies(State state, Event old, Event now, Method oldBody, Method newBody) {
    for (Event event : List.of(old, now)) {
      if (Arrays.stream(event.args()).anyMatch(Sym::isPrivate)) {
        throw new Refusal(Reason.LAMBDA, "a new object of one side is captured", old, now);
      }
    }
    if (oldBody.isUnresolved() || newBody.isUnresolved()) {
      throw new Refusal(Reason.UNRESOLVED, "compile errors in a lambda", old, now);
    }
    if (!Objects.equals(awaitedBy(before, oldBody), awaitedBy(after, newBody))) {
      throw new Refusal(Reason.STATIC_INITIALISER, "one waits for an initialisation", old, now);
    }
    Type[] oldTypes = free(oldBody, old);
    Type[] newTypes = free(newBody, now);
    boolean alike = oldTypes.length == newTypes.length && sameResult(oldBody, newBody);
    for (int i = 0; alike && i < oldTypes.length; i++) {
      alike = alike(oldTypes[i], newTypes[i]);
    }
    if (!alike) {
      throw new Refusal(Reason.LAMBDA, "other parameters or another result", old, now);
    }
    Symbols symbols = run.symbols();
    List<Sym> arguments = new ArrayList<>();
    for (int i = 0; i < oldTypes.length; i++) {
      Type type = oldTypes[i].equals(newTypes[i]) ? oldTypes[i] : null;
      arguments.add(symbols.parameter(Op.UNKNOWN, type, oldTypes[i].getSize(), ""));
    }
    State first = new State(Heap.any(symbols, true), factsOfBodies(state));
    first.before.push(new CallFrame(oldBody, joined(old.args(), arguments), symbols));
    first.after.push(new CallFrame(newBody, joined(now.args(), arguments), symbols));
    return first;
  }

  /**
   * The facts that remain true whenever the bodies run, in any thread. If another thread may still
   * have to wait for the initialisation of a class, the fact that the creating thread saw it
   * initialised is not one of them.
   */
  private Facts factsOfBodies(State state) {
    Facts facts = state.facts().copy();
    facts.forgetInitialised(
        name -> before.usesThreadsWhenInitialised(name) || after.usesThreadsWhenInitialised(name));
    return facts;
  }

  private static String awaitedBy(Half half, Method body) {
    ClassNode awaited = half.awaitedBy(body);
    return awaited == null ? null : awaited.name;
  }

  private static List<Sym> joined(Sym[] captured, List<Sym> arguments) {
    List<Sym> all = new ArrayList<>(Arrays.asList(captured));
    all.addAll(arguments);
    return all;
  }

  /** Types of the parameters that are not captured. */
  private static Type[] free(Method body, Event event) {
    Type[] slots = body.slots();
    return Arrays.copyOfRange(slots, event.args().length, slots.length);
  }

  private static boolean sameResult(Method oldBody, Method newBody) {
    return alike(Type.getReturnType(oldBody.node().desc), Type.getReturnType(newBody.node().desc));
  }

  private static boolean alike(Type x, Type y) {
    return x.equals(y) || x.getSort() >= Type.ARRAY && y.getSort() >= Type.ARRAY;
  }
}
