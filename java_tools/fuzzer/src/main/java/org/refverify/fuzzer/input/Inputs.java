package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.run.Clue;

/** Generates, mutates and simplifies the inputs of one entry. */
public final class Inputs implements InputSource {
  private static final int REPEATS = 4;
  private static final int SELDOM = 6;
  private static final int REMEMBERED = 200_000;
  private final Makers makers;
  private final Maker receiver;
  private final List<Maker> arguments = new ArrayList<Maker>();
  private final List<Input> captured;
  private final Ablation ablation;
  private final SplittableRandom random;
  private final Corpus corpus;
  private final Set<Long> seen = new HashSet<Long>();
  private boolean makeable = true;
  private int given;
  private final ClueFollowing following;
  private final ProposedInputs proposed;
  private Outcome outcome = Outcome.KNOWN;
  private int turn;
  private int asked;
  private Trial last;

  private Inputs(Space space, Entry entry, List<Input> captured, long seed) {
    this.makers = new Makers(space.shapes, space.pool(entry));
    this.ablation = space.ablation;
    this.captured =
        ablation == Ablation.NO_CAPTURE
            ? Collections.<Input>emptyList()
            : new ArrayList<Input>(captured);
    this.random = new SplittableRandom(seed);
    this.corpus = new Corpus(random.split());
    this.following = new ClueFollowing(random.split());
    this.receiver = receiverOf(entry);
    List<JavaType> types = argumentsOf(space, entry);
    // A separate random source: without proposals the other inputs stay the same as ever.
    SplittableRandom others = new SplittableRandom(~seed);
    this.proposed =
        new ProposedInputs(
            space.proposals(entry.old),
            new ProposedValues(makers, new FieldWriters(space.oldFiles()), others.split()),
            entry.receiver == null ? null : JavaType.ofClass(entry.receiver),
            types,
            others);
  }

  /**
   * The inputs of one entry.
   *
   * @param captured inputs from the project's tests, replayed first
   */
  public static InputSource of(Entry entry, Space space, List<Input> captured, long seed) {
    return new Inputs(space, entry, captured, seed);
  }

  private Maker receiverOf(Entry entry) {
    if (entry.receiver == null) {
      return null;
    }
    Maker maker = makers.receiver(JavaType.ofClass(entry.receiver));
    if (maker == null) {
      makeable = false;
    }
    return maker;
  }

  private List<JavaType> argumentsOf(Space space, Entry entry) {
    List<JavaType> scoped = new ArrayList<JavaType>();
    ClassShape owner = space.shapes.of(entry.old.owner);
    ClassShape.Method method =
        owner == null ? null : owner.methods.get(entry.old.name + entry.old.descriptor);
    Map<String, JavaType> none = Collections.<String, JavaType>emptyMap();
    Map<String, JavaType> outer = owner == null ? none : owner.bounds;
    List<JavaType> types =
        method == null ? JavaType.parameters(entry.old.descriptor) : method.parameters;
    for (JavaType type : types) {
      scoped.add(Scope.of(type, method == null ? none : method.bounds, outer));
      arguments.add(makers.of(scoped.get(scoped.size() - 1)));
    }
    return scoped;
  }

  @Override
  public Trial next() {
    if (!makeable && captured.isEmpty()) {
      return null;
    }
    last = given < captured.size() ? replayed(captured.get(given++)) : following();
    return last;
  }

  private Trial following() {
    int kind = ++asked % 3;
    Input waiting =
        kind == 0
            ? following.next()
            : kind == 1 && makeable ? proposed.next(this::generated) : null;
    return waiting == null ? unseen() : replayed(waiting);
  }

  private static Trial replayed(Input input) {
    return new Trial(input, new long[0], input);
  }

  private Trial unseen() {
    Trial trial = fresh();
    for (int i = 0; i < REPEATS && !isNew(trial); i++) {
      trial = fresh();
    }
    return trial;
  }

  private boolean isNew(Trial trial) {
    // Hashes instead of choices: a rare collision costs one input, but the choices would fill the
    // heap.
    long hash = trial.captured == null ? 0 : captured.indexOf(trial.captured) + 1;
    for (long choice : trial.choices) {
      hash = hash * 0x9E3779B97F4A7C15L + choice + 1;
      hash ^= hash >>> 29;
    }
    return seen.size() >= REMEMBERED || seen.add(hash);
  }

  private Trial fresh() {
    turn++;
    Input base =
        !captured.isEmpty() && (!makeable || turn % 2 == 0)
            ? captured.get(random.nextInt(captured.size()))
            : null;
    long[] start = {};
    if (turn == 1) {
      // The simplest input of all comes first.
      return trial(Choices.replay(start), base);
    }
    if (base == null && isGuided() && !corpus.isEmpty() && turn % 4 > 1) {
      start = corpus.mutant();
    }
    return trial(Choices.random(start, random.nextLong()), base);
  }

  private Trial trial(Choices choices, Input base) {
    Input input = make(choices, base);
    return new Trial(input, choices.taken(), base);
  }

  private Input make(Choices choices, Input base) {
    Making making = new Making(choices, isWithValues());
    return base == null ? generated(making) : new CapturedEdits(making, arguments).edit(base);
  }

  private boolean isGuided() {
    return ablation != Ablation.NO_COVERAGE && ablation != Ablation.UNIFORM;
  }

  private boolean isWithValues() {
    return ablation != Ablation.NO_VALUES && ablation != Ablation.UNIFORM;
  }

  private Input generated(Making making) {
    Recipe self = receiver == null ? null : receiver.make(making);
    List<Recipe> made = new ArrayList<Recipe>(arguments.size());
    for (Maker argument : arguments) {
      made.add(argument.make(making));
    }
    return new Input(self, made, world(making.choices));
  }

  static long world(Choices choices) {
    return choices.below(4) == 0 ? 0 : choices.below(1 << 16);
  }

  @Override
  public void learn(Outcome became) {
    outcome = became;
    if (outcome == Outcome.NOVEL && last != null && last.captured == null) {
      corpus.add(last.choices);
    }
  }

  @Override
  public void follow(List<Clue> clues) {
    boolean novel = outcome == Outcome.NOVEL || outcome == Outcome.NEARER;
    if (isGuided() && last != null && (novel || random.nextInt(SELDOM) == 0)) {
      following.follow(last.input, clues, novel);
    }
  }

  @Override
  public Iterator<Trial> simpler(Trial trial) {
    return trial.captured != null && trial.choices.length == 0
        ? new SimplerValues(trial.input)
        : new Simpler(trial, this::again);
  }

  private Trial again(long[] choices, Input base) {
    return trial(Choices.replay(choices), base);
  }

  @Override
  public Set<String> unsupported() {
    return makers.unsupported();
  }
}
