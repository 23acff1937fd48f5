package org.refverify.prover.lockstep;

import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.Frame;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.world.Method;

/** One activation of a method: its position, locals and operands. */
final class CallFrame {
  private final Method method;
  private final Frame<Sym> slots;
  private int pc;

  CallFrame(Method method, List<Sym> arguments, Symbols symbols) {
    this.method = method;
    // One operand more than declared, because a result is pushed before the frame is checked again.
    this.slots = new Frame<>(method.node().maxLocals, method.node().maxStack + 2);
    for (int i = 0; i < method.node().maxLocals; i++) {
      slots.setLocal(i, symbols.top);
    }
    int next = 0;
    for (Sym argument : arguments) {
      slots.setLocal(next, argument);
      next += argument.getSize();
    }
  }

  CallFrame(CallFrame other) {
    this.method = other.method;
    this.pc = other.pc;
    this.slots = new Frame<>(other.slots);
  }

  Method method() {
    return method;
  }

  Frame<Sym> slots() {
    return slots;
  }

  int pc() {
    return pc;
  }

  AbstractInsnNode instruction() {
    return method.at(pc);
  }

  void jump(int index) {
    pc = index;
  }

  void next() {
    pc++;
  }

  /** The operand at a depth: 0 is the top. */
  Sym operand(int depth) {
    return slots.getStack(slots.getStackSize() - 1 - depth);
  }

  /** The topmost operands, the deepest first. */
  Sym[] operands(int count) {
    Sym[] all = new Sym[count];
    for (int i = 0; i < count; i++) {
      all[i] = operand(count - 1 - i);
    }
    return all;
  }

  boolean hasOperand(Sym value) {
    for (int i = 0; i < slots.getStackSize(); i++) {
      if (slots.getStack(i) == value) {
        return true;
      }
    }
    return false;
  }

  void drop(int count) {
    for (int i = 0; i < count; i++) {
      slots.pop();
    }
  }

  void push(Sym value) {
    slots.push(value);
  }

  /** Number of locals and operands. */
  int size() {
    return slots.getLocals() + slots.getStackSize();
  }

  /** A local or, after all of them, an operand. */
  Sym slot(int index) {
    int locals = slots.getLocals();
    return index < locals ? slots.getLocal(index) : slots.getStack(index - locals);
  }

  void setSlot(int index, Sym value) {
    int locals = slots.getLocals();
    if (index < locals) {
      slots.setLocal(index, value);
    } else {
      slots.setStack(index - locals, value);
    }
  }

  boolean isProtected() {
    return method.handlers().stream().anyMatch(handler -> handler.covers(pc));
  }
}
