package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.verdict.Reason;

/**
 * An explored state, as a pattern. It represents every pair of concrete states that some valuation
 * of its symbols gives and in which its facts hold; the exploration covered all of them at once. So
 * another state need not be explored if it is an instance: if one substitution of the pattern's
 * variables turns every slot, every version of the heap and every fact of the pattern into those of
 * the other state.
 */
final class SeenState {
  private final Symbols symbols;
  private State state;
  private List<Sym> slots;
  private Set<Sym> variables = new HashSet<>();

  SeenState(Symbols symbols, State state) {
    this.symbols = symbols;
    this.state = state.copy();
    this.state.forgetDead();
    this.slots = slotsOf(state);
  }

  /** The state from which to continue: this state was explored, not the one that arrived. */
  State state() {
    return state.copy();
  }

  private static List<Sym> slotsOf(State of) {
    List<Sym> all = new ArrayList<>(of.before.slots());
    all.addAll(of.after.slots());
    return all;
  }

  // ------------------------------------------------------------------ instances

  boolean covers(State other) {
    Map<Sym, Sym> by = new HashMap<>();
    List<Sym> theirs = slotsOf(other);
    for (int i = 0; i < slots.size(); i++) {
      if (!bind(slots.get(i), theirs.get(i), other, by)) {
        return false;
      }
    }
    return coversHeap(other, by) && coversSlots(theirs, by) && coversFacts(other, by);
  }

  private boolean bind(Sym mine, Sym theirs, State other, Map<Sym, Sym> by) {
    if (mine.is(Op.BOX)) {
      return theirs.is(Op.BOX) && bind(mine.arg(0), theirs.arg(0), other, by);
    }
    if (!variables.contains(mine)) {
      if (mine.isPrivate()) {
        by.putIfAbsent(mine, mine);
      }
      return !mine.isPrivate() || injective(mine, by);
    }
    boolean fits =
        mine.isPrivate()
            ? mine.op() == theirs.op() && mine.label().equals(theirs.label())
            : !theirs.isPrivate()
                && theirs != symbols.top
                && (symbols.isJoinedText(mine) || !symbols.isJoinedText(theirs))
                && (!mine.isNeverNull() || other.facts().isNotNull(theirs))
                && typeFits(mine, theirs);
    Sym bound = by.putIfAbsent(mine, theirs);
    return fits && (bound == null || bound == theirs) && injective(mine, by);
  }

  /**
   * Whether a value fits a variable: one with a static type represents only values of exactly that
   * type, and null.
   */
  private static boolean typeFits(Sym mine, Sym theirs) {
    return mine.label() == null
        || theirs.is(Op.NULL)
        || isTyped(theirs) && mine.label().equals(theirs.label());
  }

  /** The static type that two values share, if one of them may be null; null if there is none. */
  private static Object typeOf(Sym x, Sym y) {
    if (x.is(Op.NULL) || y.is(Op.NULL)) {
      Sym other = x.is(Op.NULL) ? y : x;
      return isTyped(other) ? other.label() : null;
    }
    return isTyped(x) && isTyped(y) && x.label().equals(y.label()) ? x.label() : null;
  }

  /** Whether the label is a static type; a constant text may look like one. */
  private static boolean isTyped(Sym value) {
    return (value.is(Op.UNKNOWN) || value.is(Op.OBJECT)) && value.label() != null;
  }

  /** Whether two objects that only one side has stay two objects. */
  private static boolean injective(Sym mine, Map<Sym, Sym> by) {
    return !mine.isPrivate()
        || by.entrySet().stream()
            .noneMatch(e -> e.getKey() != mine && e.getValue() == by.get(mine));
  }

  private boolean coversHeap(State other, Map<Sym, Sym> by) {
    Heap mine = state.heap();
    Heap theirs = other.heap();
    if (!bindVersion(mine.base(), theirs.base(), by)) {
      return false;
    }
    return mine.kindsWith(theirs).stream()
        .allMatch(kind -> bindVersion(mine.of(kind), theirs.of(kind), by));
  }

  private boolean bindVersion(Sym mine, Sym theirs, Map<Sym, Sym> by) {
    if (!variables.contains(mine)) {
      return mine == theirs;
    }
    Sym bound = by.putIfAbsent(mine, theirs);
    return bound == null || bound == theirs;
  }

  private boolean coversSlots(List<Sym> theirs, Map<Sym, Sym> by) {
    for (int i = 0; i < slots.size(); i++) {
      Sym mine = slots.get(i);
      if (mine != symbols.top && symbols.replace(mine, by) != theirs.get(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean coversFacts(State other, Map<Sym, Sym> by) {
    for (Map.Entry<Sym, Boolean> fact : state.facts().conditions().entrySet()) {
      Sym condition = symbols.replace(fact.getKey(), by);
      if (!fact.getValue().equals(other.facts().known(condition))) {
        return false;
      }
    }
    for (Map.Entry<Sym, Sym> fact : state.facts().constants().entrySet()) {
      Sym value = symbols.replace(fact.getKey(), by);
      if (other.facts().canonical(value) != fact.getValue()) {
        return false;
      }
    }
    return true;
  }

  // ------------------------------------------------------------------ joins

  /** Whether both states have the same new objects of one side in the same places. */
  boolean mayJoin(State other) {
    List<Sym> theirs = slotsOf(other);
    for (int i = 0; i < slots.size(); i++) {
      Sym x = slots.get(i);
      Sym y = theirs.get(i);
      boolean forgotten = x == symbols.top || y == symbols.top;
      if (!forgotten && (x.isPrivate() || y.isPrivate()) && !areJoined(x, y)) {
        return false;
      }
    }
    return true;
  }

  private static boolean areJoined(Sym x, Sym y) {
    return x.op() == y.op() && x.label().equals(y.label()) && !Texts.isOfOneSide(x);
  }

  /**
   * Makes the pattern cover another state too. Slots with the same pair of values (stored, new) get
   * the same variable. So every equality between slots of either side that holds in both states is
   * kept, and none is added.
   */
  void join(State other) {
    Join join = new Join(other);
    List<Sym> theirs = slotsOf(other);
    List<Sym> joined = new ArrayList<>();
    for (int i = 0; i < slots.size(); i++) {
      joined.add(join.slot(slots.get(i), theirs.get(i)));
    }
    Heap heap = join.heap();
    Facts facts = join.facts();
    state = state.with(joined, heap, facts);
    state.demandOperands(symbols.top);
    state.forgetDead();
    slots = joined;
    variables = join.variablesIn(joined);
  }

  /** A join in progress. */
  private final class Join {
    private final State other;
    private final Map<List<Sym>, Sym> made = new LinkedHashMap<>();
    private final Set<Sym> all = new HashSet<>();

    Join(State other) {
      this.other = other;
    }

    Sym slot(Sym mine, Sym theirs) {
      if (mine == symbols.top || theirs == symbols.top) {
        return symbols.top;
      }
      if (mine.is(Op.BOX) || theirs.is(Op.BOX)) {
        return boxes(mine, theirs);
      }
      if (mine.isPrivate() || theirs.isPrivate()) {
        return objects(mine, theirs);
      }
      if (mine == theirs) {
        return mine;
      }
      return made.computeIfAbsent(List.of(mine, theirs), pair -> variable(mine, theirs));
    }

    /** Joins the contents of two boxes; forgets a box that meets another value. */
    private Sym boxes(Sym mine, Sym theirs) {
      boolean alike = mine.op() == theirs.op() && mine.label().equals(theirs.label());
      return alike
          ? symbols.term(Op.BOX, mine.label(), 1, slot(mine.arg(0), theirs.arg(0)))
          : symbols.top;
    }

    private Sym variable(Sym mine, Sym theirs) {
      boolean notNull =
          mine.getSize() == 1 && state.facts().isNotNull(mine) && other.facts().isNotNull(theirs);
      Op op = notNull ? Op.OBJECT : Op.UNKNOWN;
      boolean text = symbols.isJoinedText(mine) || symbols.isJoinedText(theirs);
      Sym value = symbols.fresh(op, typeOf(mine, theirs), mine.getSize());
      return remember(text ? symbols.asJoinedText(value) : value);
    }

    /** Joins objects of one side only; each must have exactly one partner. */
    private Sym objects(Sym mine, Sym theirs) {
      if (!areJoined(mine, theirs)) {
        throw new Refusal(Reason.UNSUPPORTED, "a new object in a join");
      }
      for (List<Sym> pair : made.keySet()) {
        if ((pair.get(0) == mine) != (pair.get(1) == theirs)) {
          throw new Refusal(Reason.ALIASES, "new objects are confused in a join");
        }
      }
      return made.computeIfAbsent(
          List.of(mine, theirs),
          pair -> mine == theirs ? mine : remember(symbols.fresh(mine.op(), mine.label(), 1)));
    }

    private Sym remember(Sym variable) {
      all.add(variable);
      return variable;
    }

    Heap heap() {
      Heap mine = state.heap();
      Heap theirs = other.heap();
      Map<String, Sym> versions = new TreeMap<>();
      for (String kind : mine.kindsWith(theirs)) {
        versions.put(kind, version(mine.of(kind), theirs.of(kind)));
      }
      return mine.with(version(mine.base(), theirs.base()), versions);
    }

    private Sym version(Sym mine, Sym theirs) {
      return mine == theirs
          ? mine
          : made.computeIfAbsent(
              List.of(mine, theirs), pair -> remember(symbols.fresh(Op.HEAP, null, 1)));
    }

    /**
     * Facts that hold in both states; facts about joined values are included if they are
     * unambiguous.
     */
    Facts facts() {
      Facts joined = new Facts(symbols);
      Map<Sym, Sym> toJoined = unambiguous();
      Map<Sym, Sym> toTheirs = new HashMap<>();
      made.forEach((pair, variable) -> toTheirs.put(pair.get(0), pair.get(1)));
      toTheirs.keySet().retainAll(toJoined.keySet());
      for (Map.Entry<Sym, Boolean> fact : state.facts().conditions().entrySet()) {
        Sym condition = fact.getKey();
        if (fact.getValue().equals(other.facts().known(condition))) {
          joined.conditions().put(condition, fact.getValue());
        }
        Sym theirs = symbols.replace(condition, toTheirs);
        if (theirs != condition && fact.getValue().equals(other.facts().known(theirs))) {
          joined.conditions().put(symbols.replace(condition, toJoined), fact.getValue());
        }
      }
      for (Map.Entry<Sym, Sym> fact : state.facts().constants().entrySet()) {
        if (other.facts().constants().get(fact.getKey()) == fact.getValue()) {
          joined.constants().put(fact.getKey(), fact.getValue());
        }
      }
      return joined;
    }

    /** Stored values that became exactly one variable and that no slot still contains. */
    private Map<Sym, Sym> unambiguous() {
      Map<Sym, Sym> found = new HashMap<>();
      Set<Sym> twice = new HashSet<>();
      for (Map.Entry<List<Sym>, Sym> entry : made.entrySet()) {
        if (found.put(entry.getKey().get(0), entry.getValue()) != null) {
          twice.add(entry.getKey().get(0));
        }
      }
      found.keySet().removeAll(twice);
      found.keySet().removeIf(Sym::isConstant);
      return found;
    }

    /** The new variables, and the older ones that a slot still contains. */
    Set<Sym> variablesIn(List<Sym> joined) {
      Set<Sym> kept = new HashSet<>(variables);
      Set<Sym> present = new HashSet<>(joined);
      joined.stream().filter(slot -> slot.is(Op.BOX)).forEach(box -> present.add(box.arg(0)));
      present.add(state.heap().base());
      for (String kind : state.heap().kindsWith(state.heap())) {
        present.add(state.heap().of(kind));
      }
      kept.retainAll(present);
      kept.addAll(all);
      return kept;
    }
  }
}
