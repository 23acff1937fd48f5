package org.refverify.prover.lockstep;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.verdict.FirstDifference;
import org.refverify.prover.verdict.Reason;
import org.refverify.prover.world.Method;

/** Proves that two methods behave the same for equal arguments on equal heaps. */
public final class PairProver {
  private final Half before;
  private final Half after;
  private final ProofBudget budget;

  public PairProver(Half before, Half after, ProofBudget budget) {
    this.before = before;
    this.after = after;
    this.budget = budget;
  }

  /** Null if the pair is proved; otherwise the first obstacle. */
  public FirstDifference prove(Pair pair) {
    before.stepped().clear();
    after.stepped().clear();
    try {
      demandComparable(pair);
      ProofRun run = new ProofRun(before, after, budget);
      new Exploration(run).explore(beginning(pair, run));
      return null;
    } catch (Stopped stopped) {
      return stopped.difference();
    } catch (Refusal refusal) {
      return at(pair, refusal.reason(), refusal.getMessage());
    } catch (StackOverflowError | RuntimeException unexpected) {
      // A bug in the prover, or code that does not pass verification: in either case nothing was
      // proved.
      return at(pair, Reason.UNSUPPORTED, "cannot be followed: " + unexpected);
    }
  }

  private static FirstDifference at(Pair pair, Reason reason, String message) {
    return FirstDifference.atOnce(reason, message, pair.before().place(0), pair.after().place(0));
  }

  private static void demandComparable(Pair pair) {
    Method old = pair.before();
    Method now = pair.after();
    if (old.isUnresolved() || now.isUnresolved()) {
      throw new Refusal(Reason.UNRESOLVED, "compile errors");
    }
    if (old.hasNoCode() || now.hasNoCode()) {
      throw new Refusal(Reason.UNSUPPORTED, "abstract or native");
    }
    if (old.is(Opcodes.ACC_SYNCHRONIZED) != now.is(Opcodes.ACC_SYNCHRONIZED)) {
      throw new Refusal(Reason.SYNCHRONIZED, "synchronized on one side only");
    }
    Type x = Type.getReturnType(old.node().desc);
    Type y = Type.getReturnType(now.node().desc);
    if (!x.equals(y) && (x.getSort() < Type.ARRAY || y.getSort() < Type.ARRAY)) {
      throw new Refusal(Reason.SIGNATURE, "another type of result");
    }
  }

  /**
   * The state with both methods at their start; a parameter without a partner has a value that only
   * its side has.
   */
  private static State beginning(Pair pair, ProofRun run) {
    Symbols symbols = run.symbols();
    Sym[] old = new Sym[pair.before().slots().length];
    Sym[] now = new Sym[pair.after().slots().length];
    for (int i = 0; i < pair.slotsBefore().size(); i++) {
      int x = pair.slotsBefore().get(i);
      int y = pair.slotsAfter().get(i);
      Sym value = parameter(pair, x, y, symbols);
      old[x] = value;
      now[y] = value;
    }
    fill(pair.before(), old, symbols);
    fill(pair.after(), now, symbols);
    run.places().parameters(List.of(old), !pair.before().is(Opcodes.ACC_STATIC));
    boolean finalsStay = !isInitialiser(pair.before()) && !isInitialiser(pair.after());
    State first = new State(Heap.any(symbols, finalsStay), new Facts(symbols));
    first.before.push(new CallFrame(pair.before(), List.of(old), symbols));
    first.after.push(new CallFrame(pair.after(), List.of(now), symbols));
    return first;
  }

  private static Sym parameter(Pair pair, int x, int y, Symbols symbols) {
    Type old = pair.before().slots()[x];
    Type now = pair.after().slots()[y];
    boolean receiver = isReceiver(pair.before(), x) || isReceiver(pair.after(), y);
    Type type = old.equals(now) ? old : null;
    Op op = receiver ? Op.OBJECT : Op.UNKNOWN;
    return symbols.parameter(op, type, old.getSize(), pair.after().nameOf(y));
  }

  private static boolean isReceiver(Method method, int slot) {
    return slot == 0 && !method.is(Opcodes.ACC_STATIC);
  }

  private static void fill(Method method, Sym[] values, Symbols symbols) {
    Type[] types = method.slots();
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        Op op = isReceiver(method, i) ? Op.OBJECT : Op.UNKNOWN;
        values[i] = symbols.parameter(op, types[i], types[i].getSize(), method.nameOf(i));
      }
    }
  }

  private static boolean isInitialiser(Method method) {
    return method.node().name.startsWith("<");
  }
}
