package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.refverify.common.JsonWriter;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.RecipeJson;

/** Inputs of the method that is likely to differ, with the values that lead to the difference. */
final class ProposedInputs {
  private static final int MOST = 2_000;
  private static final int TRIES = 8;

  private final List<Proposal> proposals;
  private final ProposedValues values;
  private final JavaType receiver;
  private final List<JavaType> parameters;
  private final SplittableRandom random;
  private final Set<String> seen = new HashSet<String>();
  private int turn;

  ProposedInputs(
      List<Proposal> proposals,
      ProposedValues values,
      JavaType receiver,
      List<JavaType> parameters,
      SplittableRandom random) {
    this.proposals = proposals;
    this.values = values;
    this.receiver = receiver;
    this.parameters = parameters;
    this.random = random;
  }

  /**
   * The next input; null if there is no other one.
   *
   * @param generate makes any input of the method
   */
  Input next(Function<Making, Input> generate) {
    for (int i = 0; i < TRIES && turn < MOST && !proposals.isEmpty(); i++) {
      Proposal proposal = proposals.get(turn++ % proposals.size());
      // The simplest values around the proposed ones come first.
      Choices choices =
          turn <= proposals.size()
              ? Choices.replay(new long[0])
              : Choices.random(new long[0], random.nextLong());
      Input input = with(proposal, generate.apply(new Making(choices, true)));
      if (input != null && seen.add(JsonWriter.write(RecipeJson.write(input)))) {
        return input;
      }
    }
    return null;
  }

  /** The input with as many of the proposed values as possible; null if none can be used. */
  private Input with(Proposal proposal, Input input) {
    if (!Recipes.areFree(input)) {
      return null;
    }
    Recipe self = input.receiver;
    List<Recipe> arguments = new ArrayList<Recipe>(input.arguments);
    boolean any = false;
    for (Proposal.Value value : proposal.values) {
      boolean ofReceiver = value.parameter < 0;
      if (ofReceiver ? self == null : value.parameter >= arguments.size()) {
        continue;
      }
      Recipe old = ofReceiver ? self : arguments.get(value.parameter);
      JavaType type = ofReceiver ? receiver : parameters.get(value.parameter);
      Recipe changed = values.put(old, type, value);
      if (changed == null) {
        continue;
      }
      any = true;
      if (ofReceiver) {
        self = changed;
      } else {
        arguments.set(value.parameter, changed);
      }
    }
    return any ? new Input(self, arguments, input.world) : null;
  }
}
