package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.verdict.Reason;

/** The positions of both sides, and what holds there. */
final class State {
  final Side before;
  final Side after;
  private Heap heap;
  private final Facts facts;
  private Path path;

  /**
   * The decisions that led to a state, the last one first.
   *
   * @param condition what was decided
   * @param holds the decision
   * @param earlier null at the beginning
   */
  private record Path(Sym condition, boolean holds, Path earlier) {}

  /** A condition that was decided on the way to a state. */
  record Decided(Sym condition, boolean holds) {
    @Override
    public String toString() {
      return (holds ? "" : "not ") + condition;
    }
  }

  State(Heap heap, Facts facts) {
    this(new Side(), new Side(), heap, facts, null);
  }

  private State(Side before, Side after, Heap heap, Facts facts, Path path) {
    this.before = before;
    this.after = after;
    this.heap = heap;
    this.facts = facts;
    this.path = path;
  }

  State copy() {
    return new State(new Side(before), new Side(after), heap, facts.copy(), path);
  }

  /** The same position with other values. */
  State with(List<Sym> slots, Heap changed, Facts holding) {
    State next = new State(new Side(before), new Side(after), changed, holding, path);
    int size = next.before.slots().size();
    next.before.setSlots(slots.subList(0, size));
    next.after.setSlots(slots.subList(size, slots.size()));
    return next;
  }

  /**
   * Throws a refusal if an operand was forgotten, because an instruction would use it unchecked.
   */
  void demandOperands(Sym top) {
    if (before.hasOperand(top) || after.hasOperand(top)) {
      throw new Refusal(Reason.UNSUPPORTED, "an operand that a join has forgotten");
    }
  }

  /** Drops facts about values that no slot and no version of the heap can reach any more. */
  void forgetDead() {
    Set<Sym> live = new HashSet<>();
    before.slots().forEach(slot -> slot.addLeavesTo(live));
    after.slots().forEach(slot -> slot.addLeavesTo(live));
    heap.addLeavesTo(live);
    if (before.thrown() != null) {
      before.thrown().addLeavesTo(live);
    }
    if (after.thrown() != null) {
      after.thrown().addLeavesTo(live);
    }
    facts.retain(live);
  }

  Heap heap() {
    return heap;
  }

  void setHeap(Heap changed) {
    heap = changed;
  }

  Facts facts() {
    return facts;
  }

  Side side(boolean old) {
    return old ? before : after;
  }

  void decide(Sym condition, boolean holds) {
    facts.assume(condition, holds);
    path = new Path(condition, holds, path);
  }

  /** The decisions that led here, in order. */
  List<Decided> decisions() {
    List<Decided> all = new ArrayList<>();
    for (Path step = path; step != null; step = step.earlier()) {
      all.add(0, new Decided(step.condition(), step.holds()));
    }
    return all;
  }

  /** The positions of both sides, for the memory of states. */
  List<Object> position() {
    List<Object> all = new ArrayList<>(before.position());
    all.add("|");
    all.addAll(after.position());
    return all;
  }
}
