package org.refverify.fuzzer.campaign;

import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.recipe.Input;

/** The new version's input, made from the old one's. */
final class Adapting {
  private Adapting() {}

  static Input fresh(Entry entry, Input input) {
    return input;
  }
}
