package example.bistro;

import example.bistro.Dish.Tag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What the kitchen offers. */
public class Menu {

  private final List<Dish> dishes = new ArrayList<>();

  public Menu with(Dish dish) {
    dishes.add(dish);
    return this;
  }

  public Optional<Dish> find(String name) {
    return dishes.stream()
        .filter(
            dish -> {
              String wanted = name.trim().toLowerCase();
              String offered = dish.name().trim().toLowerCase();
              return offered.equals(wanted) || offered.startsWith(wanted + " ");
            })
        .findFirst();
  }

  public List<Dish> matching(Predicate<Dish> wish) {
    return dishes.stream().filter(wish).sorted(Comparator.comparing(Dish::price)).toList();
  }

  public List<Dish> vegan() {
    return matching(dish -> dish.has(Tag.VEGAN));
  }

  public String board() {
    StringBuilder board = new StringBuilder();
    for (Dish dish : dishes) {
      board.append(dish.name());
      if (dish.has(Tag.SPICY)) {
        board.append(" 🌶");
      }
      if (dish.has(Tag.VEGAN)) {
        board.append(" 🌱");
      }
      board.append(" - ").append(dish.price()).append('\n');
    }
    return board.toString();
  }

  /** How long a cook needs: a drink is poured, a long name is a difficult dish. */
  static int minutesFor(Dish dish) {
    int letters = dish.name().length() % 10;
    return dish.has(Dish.Tag.DRINK) ? 1 : 5 + letters;
  }

  public Dish cheapest() {
    Dish best = null;
    for (Dish dish : dishes) {
      if (best == null || dish.price().compareTo(best.price()) < 0) {
        best = dish;
      }
    }
    if (best == null) {
      throw new IllegalStateException("the menu is empty");
    }
    return best;
  }
}
