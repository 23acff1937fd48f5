package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.verdict.Reason;

/** The possible states after both sides did the same thing together. */
final class Successors {
  private final Symbols symbols;
  private final Half before;
  private final Half after;
  private final Machine machine;
  private final InputPlaces places;

  Successors(Symbols symbols, Half before, Half after, Machine machine, InputPlaces places) {
    this.places = places;
    this.symbols = symbols;
    this.before = before;
    this.after = after;
    this.machine = machine;
  }

  /** The states that follow; the given state is consumed. */
  List<State> of(State state, Event old, Event now) {
    List<State> next = new ArrayList<>();
    if (old.kind() == EventKind.LOOP) {
      state.before.top().next();
      state.after.top().next();
      next.add(state);
      return next;
    }
    introduce(state, old, now);
    if (old.kind().mayThrow() && (state.before.isProtected() || state.after.isProtected())) {
      next.add(thrown(state, old));
    }
    if (old.kind() == EventKind.INITIALISE) {
      state.facts().pass(Check.initialised((String) old.label(), symbols));
      state.setHeap(state.heap().renewed(symbols));
    } else if (old.isCheck()) {
      pass(state, old);
      pass(state, now);
    } else {
      proceed(state, old, now);
    }
    next.add(state);
    return next;
  }

  /** The state in which both sides throw the same unknown exception. The check did not pass. */
  private State thrown(State state, Event event) {
    State failed = state.copy();
    Sym exception = symbols.fresh(Op.OBJECT, null, 1);
    failed.before.setThrown(exception);
    failed.after.setThrown(exception);
    if (event.kind().hasEffect()) {
      failed.setHeap(state.heap().renewed(symbols));
    }
    return failed;
  }

  private void pass(State state, Event check) {
    Facts facts = state.facts();
    facts.pass(new Check((String) check.label(), List.of(check.args())).key(symbols));
    boolean notNull = check.label().equals(Check.NULL) || check.label().equals(Check.INDEX);
    if (notNull) {
      facts.assume(symbols.isNull(check.args()[0]), false);
    }
    if (check.label().equals(Check.INDEX)) {
      facts.assume(symbols.less(check.args()[1], symbols.integer(0)), false);
      facts.assume(symbols.less(check.args()[1], symbols.length(check.args()[0])), true);
    }
  }

  private void proceed(State state, Event old, Event now) {
    if (old.kind().hasEffect()) {
      state.setHeap(changed(state, old, now));
    }
    receiverIsNotNull(state, old);
    receiverIsNotNull(state, now);
    isInitialised(state, old);
    isInitialised(state, now);
    Sym result = result(old);
    places.result(result, old);
    if (old.kind() == EventKind.NEW_ARRAY) {
      state.facts().assume(symbols.equal(symbols.length(result), old.args()[0]), true);
    }
    boolean makes = old.isConstructorCall() && old.args()[0].is(Op.RAW);
    machine.complete(state, true, result);
    machine.complete(state, false, result);
    if (makes) {
      Sym made = symbols.fresh(Op.OBJECT, "L" + old.args()[0].label() + ";", 1);
      state.before.replace(old.args()[0], made);
      state.after.replace(now.args()[0], made);
    }
  }

  private Heap changed(State state, Event old, Event now) {
    Heap heap = state.heap();
    if (old.kind() == EventKind.STORE_ELEMENT) {
      return heap.written((String) old.label(), symbols);
    }
    if (OwnLists.writesElementsAlone(before, after, old)) {
      return heap.written(Values.kind(Opcodes.AASTORE), symbols);
    }
    boolean isStatic = old.kind() == EventKind.PUT_STATIC;
    boolean plain =
        (isStatic || old.kind() == EventKind.PUT_FIELD)
            && !before.isVolatile(access(state.before))
            && !after.isVolatile(access(state.after));
    if (!plain) {
      return heap.renewed(symbols);
    }
    String kind = Values.kind(before, access(state.before));
    Set<Sym> objects =
        isStatic ? Set.of(symbols.nil) : new HashSet<>(List.of(old.args()[0], now.args()[0]));
    Sym value = old.args()[old.args().length - 1];
    Type type = Type.getType(access(state.before).desc);
    return (isStatic ? heap.renewed(symbols) : heap)
        .written(kind, symbols)
        .holding(kind, objects, symbols.narrowed(value, type));
  }

  private static FieldInsnNode access(Side side) {
    return (FieldInsnNode) side.top().instruction();
  }

  private void receiverIsNotNull(State state, Event event) {
    boolean dereferences =
        switch (event.kind()) {
          case PUT_FIELD, STORE_ELEMENT, LOCK -> true;
          case CALL -> throwsForNull(event.call());
          default -> false;
        };
    if (dereferences) {
      state.facts().assume(symbols.isNull(event.args()[0]), false);
    }
  }

  private static boolean throwsForNull(CallRef call) {
    return call.kind() == CallRef.Kind.VIRTUAL
        || Library.demandsNotNull(call.owner(), call.name(), call.descriptor());
  }

  /** Records that a static call has initialised its class. */
  private void isInitialised(State state, Event event) {
    if (event.call() != null && event.call().kind() == CallRef.Kind.STATIC) {
      state.facts().pass(Check.initialised(event.call().owner(), symbols));
    }
  }

  private Sym result(Event event) {
    if (event.size() == 0) {
      return null;
    }
    boolean made = event.kind() == EventKind.LAMBDA || event.kind() == EventKind.NEW_ARRAY;
    return symbols.fresh(made ? Op.OBJECT : Op.UNKNOWN, event.type(), event.size());
  }

  // ------------------------------------------------------------------ objects of one side

  /**
   * Unites the objects of an event that only one side has seen: from now on they are one object.
   */
  private void introduce(State state, Event old, Event now) {
    if (old.kind() == EventKind.LAMBDA) {
      return;
    }
    Map<Sym, Sym> partners = new HashMap<>();
    Set<Sym> taken = new HashSet<>();
    for (int i = 0; i < old.args().length; i++) {
      Sym x = old.args()[i];
      Sym y = now.args()[i];
      boolean constructed = i == 0 && old.isConstructorCall();
      if (!x.isPrivate() || constructed) {
        continue;
      }
      boolean free = !partners.containsKey(x) && taken.add(y);
      if (!free && partners.get(x) != y) {
        throw new Refusal(Reason.ALIASES, "new objects are confused", old, now);
      }
      partners.put(x, y);
    }
    partners.forEach((x, y) -> becomeOne(state, x, y, old, now));
  }

  private void becomeOne(State state, Sym x, Sym y, Event old, Event now) {
    if (!x.is(Op.UNSEEN)) {
      throw new Refusal(Reason.UNSUPPORTED, "an object without a constructor call", old, now);
    }
    Sym one = unite(state, x, y);
    for (int i = 0; i < old.args().length; i++) {
      old.args()[i] = old.args()[i] == x ? one : old.args()[i];
      now.args()[i] = now.args()[i] == y ? one : now.args()[i];
    }
  }

  private Sym unite(State state, Sym x, Sym y) {
    String label = (String) x.label();
    int space = label.indexOf(' ');
    String type = space < 0 ? label : label.substring(0, space);
    Sym one = symbols.fresh(Op.OBJECT, "L" + type + ";", 1);
    state.before.replace(x, one);
    state.after.replace(y, one);
    return one;
  }

  /**
   * Pairs objects that both sides have created and shown to no other code, in order of creation.
   * Any pairing of two such objects is sound: both are new, have the same class, and are in the
   * state that their harmless constructor left.
   *
   * @return whether there were any
   */
  boolean uniteUnseen(State state) {
    boolean any = false;
    List<Sym> theirs = new ArrayList<>(unseen(state.after));
    for (Sym x : unseen(state.before)) {
      for (Sym y : theirs) {
        if (x.label().equals(y.label())) {
          unite(state, x, y);
          theirs.remove(y);
          any = true;
          break;
        }
      }
    }
    return any;
  }

  private static List<Sym> unseen(Side side) {
    Map<Integer, Sym> found = new TreeMap<>();
    for (Sym slot : side.slots()) {
      if (slot.is(Op.UNSEEN)) {
        found.put(slot.id(), slot);
      }
    }
    return new ArrayList<>(found.values());
  }
}
