package org.refverify.fuzzer.input;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.refverify.common.JsonWriter;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.RecipeJson;
import org.refverify.fuzzer.run.Clue;

/** Derives inputs from others by what the code compared when it ran those. */
final class ClueFollowing {
  private static final int MOST_WAITING = 256;
  private static final int MOST_SEEN = 100_000;
  private static final int MOST_KEPT = 256;
  private static final int OF_NOVEL = 24;
  private static final int OF_KNOWN = 4;
  private static final int MOST_VALUES = 120;

  private final SplittableRandom random;
  private final Deque<Input> waiting = new ArrayDeque<Input>();
  private final List<Kept> kept = new ArrayList<Kept>();
  private final Set<String> seen = new HashSet<String>();

  ClueFollowing(SplittableRandom random) {
    this.random = random;
  }

  /** An input that showed something new, with what the code compared then. */
  private static final class Kept {
    private final Input input;
    private final List<Clue> clues;

    Kept(Input input, List<Clue> clues) {
      this.input = input;
      this.clues = clues;
    }
  }

  /** The next derived input; null if there is none. */
  Input next() {
    if (waiting.isEmpty() && !kept.isEmpty()) {
      int size = kept.size();
      // Only a few variants are tried at a time; the same input and clues give others later.
      Kept again = kept.get(Math.max(random.nextInt(size), random.nextInt(size)));
      vary(again.input, again.clues, OF_KNOWN);
    }
    return waiting.poll();
  }

  /** Makes variants of the input whose comparisons the clues describe. */
  void follow(Input input, List<Clue> clues, boolean novel) {
    if (novel && !clues.isEmpty() && kept.size() < MOST_KEPT) {
      kept.add(new Kept(input, clues));
    }
    vary(input, clues, novel ? OF_NOVEL : OF_KNOWN);
  }

  private void vary(Input input, List<Clue> clues, int wanted) {
    List<Recipe> values = NumberedValues.of(input);
    List<Variant> candidates = candidates(input, values, clues);
    int most = Math.min(candidates.size(), wanted);
    for (int i = 0; i < most && waiting.size() < MOST_WAITING; i++) {
      int at = i + random.nextInt(candidates.size() - i);
      Variant chosen = candidates.get(at);
      candidates.set(at, candidates.get(i));
      Input variant = Replacing.with(input, chosen.number, chosen.value);
      if (isNew(variant)) {
        waiting.add(variant);
      }
    }
  }

  private boolean isNew(Input input) {
    return seen.size() < MOST_SEEN && seen.add(JsonWriter.write(RecipeJson.write(input)));
  }

  /** A replacement for the value at a number. */
  private static final class Variant {
    private final int number;
    private final Recipe value;

    Variant(int number, Recipe value) {
      this.number = number;
      this.value = value;
    }
  }

  private List<Variant> candidates(Input input, List<Recipe> values, List<Clue> clues) {
    Variants variants = new Variants(random, Recipes.areFree(input));
    List<Variant> found = new ArrayList<Variant>();
    int most = Math.min(values.size(), MOST_VALUES);
    for (Clue clue : clues) {
      int before = found.size();
      for (int i = 0; i < most; i++) {
        for (Recipe variant : variants.of(values.get(i), clue)) {
          found.add(new Variant(i, variant));
        }
      }
      if (found.size() == before && clue.kind == Clue.Kind.NUMBER && most > 0) {
        move(values, variants, clue, found);
      }
    }
    return found;
  }

  /** Moves one value: none equals the compared one, but some value may still determine it. */
  private void move(List<Recipe> values, Variants variants, Clue clue, List<Variant> found) {
    int at = random.nextInt(Math.min(values.size(), MOST_VALUES));
    long by = (Long) clue.right - (Long) clue.left;
    Recipe moved = variants.moved(values.get(at), random.nextInt(2) == 0 ? by : -by);
    if (moved != null) {
      found.add(new Variant(at, moved));
    }
  }
}
