package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.List;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.world.Method;

/** One version's half of a state: its activations, and an exception on its way. */
final class Side {
  private final List<CallFrame> frames = new ArrayList<>();
  private Sym thrown;
  private boolean steppingIn;

  Side() {}

  Side(Side other) {
    other.frames.forEach(frame -> frames.add(new CallFrame(frame)));
    thrown = other.thrown;
    steppingIn = other.steppingIn;
  }

  boolean hasEnded() {
    return frames.isEmpty();
  }

  CallFrame top() {
    return frames.get(frames.size() - 1);
  }

  List<CallFrame> frames() {
    return frames;
  }

  void push(CallFrame frame) {
    frames.add(frame);
    steppingIn = false;
  }

  void pop() {
    frames.remove(frames.size() - 1);
  }

  boolean isRunning(Method method) {
    return frames.stream().anyMatch(frame -> frame.method() == method);
  }

  Sym thrown() {
    return thrown;
  }

  /** Lets an exception fly; null once it is caught. */
  void setThrown(Sym exception) {
    thrown = exception;
    steppingIn = false;
  }

  /** Whether the call that this side stands at is to be stepped into. */
  boolean isSteppingIn() {
    return steppingIn;
  }

  void stepIn() {
    steppingIn = true;
  }

  /** What the side stood at was followed without an activation of its own. */
  void stepOver() {
    steppingIn = false;
  }

  boolean isProtected() {
    return frames.stream().anyMatch(CallFrame::isProtected);
  }

  /** Puts one symbol in another's place in every slot. */
  void replace(Sym old, Sym by) {
    for (CallFrame frame : frames) {
      for (int i = 0; i < frame.size(); i++) {
        if (frame.slot(i) == old) {
          frame.setSlot(i, by);
        }
      }
    }
  }

  /** Every slot of every activation, in a fixed order. */
  List<Sym> slots() {
    List<Sym> all = new ArrayList<>();
    for (CallFrame frame : frames) {
      for (int i = 0; i < frame.size(); i++) {
        all.add(frame.slot(i));
      }
    }
    return all;
  }

  void setSlots(List<Sym> values) {
    int next = 0;
    for (CallFrame frame : frames) {
      for (int i = 0; i < frame.size(); i++) {
        frame.setSlot(i, values.get(next++));
      }
    }
  }

  /** Where it stands, for the memory of states. */
  List<Object> position() {
    List<Object> all = new ArrayList<>();
    for (CallFrame frame : frames) {
      all.add(frame.method());
      all.add(frame.pc());
    }
    all.add(steppingIn);
    return all;
  }
}
