package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.refverify.fuzzer.compare.Observation;
import org.refverify.fuzzer.emit.Replay;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.recipe.Input;

/**
 * The inputs that were run, with what the new version showed, for the measure of sensitivity. The
 * first of them are in a file as well, for the worker that comes after this one's death.
 */
final class Memory {
  private static final int MOST = 8_000;
  private static final int MOST_FILED = 1_000;
  private static final String KIND = "input";

  /** One input that was run. */
  static final class Item {
    final Entry entry;
    final Input input;

    /** What the new version showed; null where an earlier worker ran it. */
    final Observation fresh;

    Item(Entry entry, Input input, Observation fresh) {
      this.entry = entry;
      this.input = input;
      this.fresh = fresh;
    }
  }

  int suspects;
  final List<Item> items = new ArrayList<Item>();
  private final Journal file;
  private int filed;

  private Memory(Journal file) {
    this.file = file;
  }

  /** Knows what earlier workers filed. */
  static Memory open(Path file) throws IOException {
    List<Map<?, ?>> earlier = Journal.read(file);
    Memory memory = new Memory(new Journal(file));
    for (Map<?, ?> record : earlier) {
      Replay replay = Replay.read(record);
      memory.items.add(new Item(replay.entry, replay.input, null));
    }
    memory.filed = earlier.size();
    return memory;
  }

  void keep(Entry entry, Input input, Observation fresh) {
    if (items.size() < MOST) {
      items.add(new Item(entry, input, fresh));
    }
    if (filed < MOST_FILED) {
      filed++;
      file.write(KIND, Replay.write(entry, input));
    }
  }
}
