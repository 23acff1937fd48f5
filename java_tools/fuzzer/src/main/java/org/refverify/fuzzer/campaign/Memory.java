package org.refverify.fuzzer.campaign;

import java.util.ArrayList;
import java.util.List;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.recipe.Input;

/** The inputs that were run, with what the new version showed, for the measure of sensitivity. */
final class Memory {
  private static final int MOST = 4_000;

  /** One input that was run. */
  static final class Item {
    final Entry entry;
    final Input input;
    final Observation fresh;

    Item(Entry entry, Input input, Observation fresh) {
      this.entry = entry;
      this.input = input;
      this.fresh = fresh;
    }
  }

  int suspects;
  final List<Item> items = new ArrayList<Item>();

  void keep(Entry entry, Input input, Observation fresh) {
    if (items.size() < MOST) {
      items.add(new Item(entry, input, fresh));
    }
  }
}
