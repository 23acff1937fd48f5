package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.List;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.world.Method;

/** One version's half of a state: its activations, and an exception that is being thrown. */
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

  /** Starts to throw an exception; null ends this when it is caught. */
  void setThrown(Sym exception) {
    thrown = exception;
    steppingIn = false;
  }

  /** Whether the current call of this side must be stepped into, or the current loop executed. */
  boolean isSteppingIn() {
    return steppingIn;
  }

  void stepIn() {
    steppingIn = true;
  }

  /** Records that the current instruction was executed without an activation. */
  void stepOver() {
    steppingIn = false;
  }

  boolean isProtected() {
    return frames.stream().anyMatch(CallFrame::isProtected);
  }

  /** Replaces one symbol with another in every slot. */
  void replace(Sym old, Sym by) {
    for (CallFrame frame : frames) {
      for (int i = 0; i < frame.size(); i++) {
        if (frame.slot(i) == old) {
          frame.setSlot(i, by);
        }
      }
    }
  }

  /** Whether some activation has a value among its operands. */
  boolean hasOperand(Sym value) {
    return frames.stream().anyMatch(frame -> frame.hasOperand(value));
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

  /** The position, for the memory of states. */
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
