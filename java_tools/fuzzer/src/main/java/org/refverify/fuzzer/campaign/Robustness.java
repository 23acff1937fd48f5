package org.refverify.fuzzer.campaign;

import java.util.SortedSet;
import java.util.TreeSet;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.compare.Tag;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Recipe;

/** Finds differences that occur only for a null argument. */
final class Robustness {
  private Robustness() {}

  /**
   * The tags, with {@code exception} replaced by {@code robustness} if only one side fails on a
   * null argument.
   */
  static SortedSet<Tag> tags(SortedSet<Tag> tags, Input input, Observation old, Observation fresh) {
    // A check for null that was added or moved does not change the purpose of the method.
    boolean oneSided = isNullPointer(old) != isNullPointer(fresh);
    if (!tags.contains(Tag.EXCEPTION) || !oneSided || !isGivenNull(input)) {
      return tags;
    }
    SortedSet<Tag> weaker = new TreeSet<Tag>(tags);
    weaker.remove(Tag.EXCEPTION);
    weaker.add(Tag.ROBUSTNESS);
    return weaker;
  }

  private static boolean isNullPointer(Observation seen) {
    return NullPointerException.class.getName().equals(seen.thrown);
  }

  private static boolean isGivenNull(Input input) {
    for (Recipe argument : input.arguments) {
      if (argument instanceof Literal && ((Literal) argument).value == null) {
        return true;
      }
    }
    return false;
  }
}
