package example.bistro;

import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Which tables there are, and who sits where. */
public class Tables {

  private final Map<Integer, Integer> seats = new TreeMap<>();
  private final Map<Integer, String> taken = new TreeMap<>();

  public Tables with(int table, int seats) {
    this.seats.put(table, seats);
    return this;
  }

  /** The smallest free table for so many guests. */
  public OptionalInt freeFor(int guests) {
    int best = -1;
    for (Map.Entry<Integer, Integer> entry : seats.entrySet()) {
      boolean free = !taken.containsKey(entry.getKey());
      if (free && entry.getValue() >= guests) {
        if (best < 0 || entry.getValue() < seats.get(best)) {
          best = entry.getKey();
        }
      }
    }
    return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
  }

  public boolean seat(String name, int guests) {
    OptionalInt table = freeFor(guests);
    if (table.isEmpty()) {
      return false;
    }
    taken.put(table.getAsInt(), greeting(name));
    return true;
  }

  static String greeting(String name) {
    String trimmed = name.trim();
    if (trimmed.isEmpty()) {
      return "Dear guest";
    }
    return "Dear " + Texts.capitalised(trimmed);
  }

  public void leave(int table) {
    taken.remove(table);
  }

  public String whoSitsAt(int table) {
    return taken.getOrDefault(table, "nobody");
  }
}
