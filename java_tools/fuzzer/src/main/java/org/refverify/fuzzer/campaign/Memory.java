package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.refverify.fuzzer.emit.Replay;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.JsonObject;

/**
 * Inputs that ran, for the measurement of sensitivity: a fair share of every turn. Inputs that
 * reached new code come first; the others are a sample of all that ran. Some of them are also kept
 * in a file, for the next worker after this one's death.
 */
final class Memory {
  private static final int MOST = 8_000;
  private static final int MOST_FILED = 1_000;

  /** One input that ran. */
  static final class Item implements JournalRecord {
    final Entry entry;
    final Input input;

    Item(Entry entry, Input input) {
      this.entry = entry;
      this.input = input;
    }

    static Item read(JsonObject content) {
      Replay replay = Replay.read(content);
      return new Item(replay.entry, replay.input);
    }

    @Override
    public Kind kind() {
      return Kind.INPUT;
    }

    @Override
    public Map<String, Object> content() {
      return Replay.write(entry, input);
    }
  }

  int suspects;
  private final List<Item> items = new ArrayList<Item>();
  private final Journal file;
  private int filed;

  private final List<Item> novel = new ArrayList<Item>();
  private final List<Item> known = new ArrayList<Item>();
  private SplittableRandom random = new SplittableRandom(0);
  private int turn;
  private int share = MOST;
  private int filedShare = MOST_FILED;
  private int filedKnownShare = MOST_FILED / 2;
  private int seenKnown;

  private Memory(Journal file) {
    this.file = file;
  }

  /** Opens a memory with the inputs that earlier workers kept in the file. */
  static Memory open(Path file) throws IOException {
    List<Journal.Line> earlier = Journal.read(file);
    Memory memory = new Memory(new Journal(file));
    for (Journal.Line line : earlier) {
      memory.items.add(Item.read(line.content));
    }
    memory.filed = earlier.size();
    return memory;
  }

  /**
   * Starts another turn.
   *
   * @param turns the number of remaining turns, including this one
   */
  void turn(int turns) {
    close();
    random = new SplittableRandom(++turn);
    share = Math.max(1, (MOST - items.size()) / turns);
    filedShare = Math.max(1, (MOST_FILED - filed) / turns);
    filedKnownShare = filedShare / 2;
    seenKnown = 0;
  }

  /** Decides whether to keep an input. */
  void keep(Entry entry, Input input, boolean reachedNewCode) {
    Item item = new Item(entry, input);
    if (reachedNewCode && novel.size() < share) {
      novel.add(item);
      write(item);
    } else if (novel.size() + known.size() < share) {
      known.add(item);
      if (filedKnownShare-- > 0) {
        write(item);
      }
    } else if (!known.isEmpty()) {
      replaceOne(item);
    }
    seenKnown += reachedNewCode ? 0 : 1;
    if (novel.size() + known.size() > share) {
      known.remove(random.nextInt(known.size()));
    }
  }

  /**
   * Replaces a kept input so that each input of the turn is equally likely to be kept (Vitter's
   * algorithm R).
   */
  private void replaceOne(Item item) {
    int place = random.nextInt(seenKnown + 1);
    if (place < known.size()) {
      known.set(place, item);
    }
  }

  private void write(Item item) {
    if (filedShare > 0 && filed < MOST_FILED) {
      filedShare--;
      filed++;
      file.write(item);
    }
  }

  private void close() {
    items.addAll(novel);
    items.addAll(known);
    novel.clear();
    known.clear();
  }

  /** The kept inputs, turn by turn, those that reached new code first. */
  List<Item> items() {
    close();
    return new ArrayList<Item>(items);
  }
}
