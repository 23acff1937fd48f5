package org.refverify.prover.lockstep;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.refverify.prover.verdict.FirstDifference;
import org.refverify.prover.verdict.Reason;
import org.refverify.prover.verdict.SourcePlace;

/**
 * Explores every pair of states that two methods can be in at the same time, until there is no new
 * one.
 *
 * <p>Each remembered state has been explored in exactly the form in which it is remembered: the run
 * continues from the remembered pattern, never from a state that contains more facts. If a joined
 * pattern no longer does what its place says (because a check that one of the joined states had
 * passed must be repeated), it is forgotten and explored at the place to which it belongs.
 */
final class Exploration {
  /** States that are kept separate at one place before they are joined. */
  private static final int APART = 6;

  /** The same for states that cannot be joined because one side has different new objects. */
  private static final int UNLIKE = 30;

  private final ProofRun run;
  private final Deque<State> open = new ArrayDeque<>();
  private final Map<List<Object>, List<SeenState>> seen = new HashMap<>();

  Exploration(ProofRun run) {
    this.run = run;
  }

  /** Returns if all states were explored; otherwise throws {@link Stopped}. */
  void explore(State first) {
    open.push(first);
    while (!open.isEmpty()) {
      State state = open.pop();
      try {
        run.spend();
        look(state);
      } catch (Refusal refusal) {
        throw new Stopped(difference(state, refusal));
      }
    }
  }

  private void look(State state) {
    Event[] events = events(state);
    if (events == null || !agree(state, events[0], events[1])) {
      return;
    }
    if (!events[0].isConstructorCall() && run.successors().uniteUnseen(state)) {
      open.push(state);
      return;
    }
    if (!events[0].kind().isEnd()) {
      remember(state, events[0]);
    }
  }

  /** The next event of each side; null if a branch had to be decided first. */
  private Event[] events(State state) {
    Event[] both = new Event[2];
    for (boolean old : new boolean[] {true, false}) {
      Step step = run.machine().advance(state, old);
      if (step instanceof Step.Decision branch) {
        State other = state.copy();
        other.decide(branch.condition(), true);
        state.decide(branch.condition(), false);
        open.push(other);
        open.push(state);
        return null;
      }
      both[old ? 0 : 1] = (Event) step;
    }
    return both;
  }

  /**
   * Whether the events are the same; if not, steps into a call that explains the difference, or
   * refuses.
   */
  private boolean agree(State state, Event old, Event now) {
    try {
      run.matcher().demandSame(state, old, now);
      return true;
    } catch (Refusal refusal) {
      if (!run.onDemand().stepIn(state, old, now)) {
        throw run.matcher().blame(refusal, old, now);
      }
      open.push(state);
      return false;
    }
  }

  private void remember(State state, Event event) {
    List<Object> place = place(state, event);
    List<SeenState> known = seen.computeIfAbsent(place, key -> new ArrayList<>());
    if (known.stream().anyMatch(memory -> memory.covers(state))) {
      return;
    }
    SeenState memory = partner(known, state, event);
    if (memory == null) {
      memory = new SeenState(run.symbols(), state);
      known.add(memory);
    } else {
      memory.join(state);
    }
    State next = memory.state();
    Event[] events = events(next);
    if (events == null) {
      throw new Refusal(Reason.UNSUPPORTED, "a branch at an event");
    }
    boolean sameEvent = place.equals(place(next, events[0])) && events[1].kind() == event.kind();
    if (!sameEvent) {
      known.remove(memory);
      open.push(next);
      return;
    }
    follow(next, events[0], events[1]);
  }

  /** The memory to join a state with; null if there is room for a separate one. */
  private static SeenState partner(List<SeenState> known, State state, Event event) {
    List<SeenState> alike = known.stream().filter(memory -> memory.mayJoin(state)).toList();
    if (alike.size() >= (event.kind() == EventKind.LOOP ? 1 : APART)) {
      return alike.get(alike.size() - 1);
    }
    return known.size() < UNLIKE ? null : known.get(known.size() - 1);
  }

  private void follow(State state, Event old, Event now) {
    run.matcher().demandSame(state, old, now);
    if (old.kind() == EventKind.LAMBDA) {
      run.lambdas().demandSame(state, old, now);
    }
    run.successors().of(state, old, now).forEach(open::push);
  }

  private static List<Object> place(State state, Event event) {
    List<Object> place = new ArrayList<>(state.position());
    place.add(event.kind());
    place.add(event.label());
    return place;
  }

  private FirstDifference difference(State state, Refusal refusal) {
    List<State.Decided> decisions = state.decisions();
    return new FirstDifference(
        refusal.reason(),
        Objects.toString(refusal.getMessage(), ""),
        where(state.before),
        where(state.after),
        refusal.before() == null ? "" : refusal.before().show(),
        refusal.after() == null ? "" : refusal.after().show(),
        decisions.stream().map(String::valueOf).toList(),
        PathInput.of(decisions, run.places()));
  }

  private static SourcePlace where(Side side) {
    return side.hasEnded() ? null : side.top().method().place(side.top().pc());
  }
}
