package org.refverify.fuzzer.campaign;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Type;
import org.refverify.common.JsonWriter;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.input.InputSource;
import org.refverify.fuzzer.input.Trial;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.RecipeJson;

/** Inputs of callers with the values for which a hidden method differs. */
final class Hints {
  private static final int MOST = 60;
  private static final String REFERENCE = "\"again\"";

  private Hints() {}

  /**
   * Generated inputs of the caller with values of the hint in places of the same type; empty if no
   * type matches, or if the values refer to each other.
   */
  static List<Input> inputs(Entry caller, InputSource source, Suspect hint) {
    List<Input> inputs = new ArrayList<Input>();
    Input found = hint.trial.input;
    if (refers(found)) {
      return inputs;
    }
    for (int i = 0; i < MOST; i++) {
      Trial trial = source.next();
      if (trial == null) {
        break;
      }
      source.learn(InputSource.Outcome.KNOWN);
      if (!refers(trial.input)) {
        inputs.add(with(hint, caller, trial.input, i));
      }
    }
    return inputs;
  }

  private static Input with(Suspect hint, Entry caller, Input input, int turn) {
    Type[] given = Type.getArgumentTypes(hint.entry.old.descriptor);
    Type[] wanted = Type.getArgumentTypes(caller.old.descriptor);
    Input found = hint.trial.input;
    List<Recipe> arguments = new ArrayList<Recipe>(input.arguments);
    for (int i = 0; i < wanted.length; i++) {
      List<Recipe> fitting = new ArrayList<Recipe>();
      for (int j = 0; j < given.length; j++) {
        if (wanted[i].equals(given[j])) {
          fitting.add(found.arguments.get(j));
        }
      }
      if (!fitting.isEmpty()) {
        arguments.set(i, fitting.get((i + turn) % fitting.size()));
      }
    }
    boolean alike = caller.receiver != null && caller.receiver.equals(hint.entry.receiver);
    return new Input(alike ? found.receiver : input.receiver, arguments, found.world);
  }

  private static boolean refers(Input input) {
    return JsonWriter.write(RecipeJson.write(input)).contains(REFERENCE);
  }
}
