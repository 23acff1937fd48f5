package example.bistro;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one table has ordered. */
public class Order {

  /** A dish and how many of it. */
  public record Line(Dish dish, int count) {

    public Money total() {
      return dish.price().times(count);
    }
  }

  private final int table;
  private final List<Line> lines = new ArrayList<>();

  public Order(int table) {
    this.table = table;
  }

  public int table() {
    return table;
  }

  public List<Line> lines() {
    return Collections.unmodifiableList(lines);
  }

  public void add(Dish dish) {
    add(dish, 1);
  }

  public void add(Dish dish, int count) {
    if (count < 1) {
      throw new IllegalArgumentException("count must be positive: " + count);
    }
    int place = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).dish().equals(dish)) {
        place = i;
      }
    }
    if (place < 0) {
      lines.add(new Line(dish, count));
    } else {
      Line old = lines.get(place);
      lines.set(place, new Line(dish, old.count() + count));
    }
  }

  public void remove(Dish dish, int count) {
    int place = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).dish().equals(dish)) {
        place = i;
      }
    }
    if (place < 0 || lines.get(place).count() < count) {
      throw new IllegalArgumentException("not ordered: " + count + " x " + dish.name());
    }
    int left = lines.get(place).count() - count;
    if (left == 0) {
      lines.remove(place);
    } else {
      lines.set(place, new Line(dish, left));
    }
  }

  public void add(List<Dish> dishes) {
    for (Dish dish : dishes) {
      add(dish, 1);
    }
  }

  public Money total() {
    Money sum = Money.ZERO;
    for (Line line : lines) {
      sum = sum.plus(line.total());
    }
    return sum;
  }

  /** What each guest pays, the first ones a cent more where it does not divide. */
  public List<Money> split(int guests) {
    if (guests < 1) {
      throw new IllegalArgumentException("nobody pays");
    }
    long cents = total().cents();
    long share = cents / guests;
    long rest = cents % guests;
    List<Money> shares = new ArrayList<>();
    for (int i = 0; i < guests; i++) {
      shares.add(new Money(i < rest ? share + 1 : share));
    }
    return shares;
  }

  public Map<String, Integer> countsByName() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Line line : lines) {
      counts.merge(line.dish().name(), line.count(), Integer::sum);
    }
    return counts;
  }

  public boolean isEmpty() {
    return lines.isEmpty();
  }
}
