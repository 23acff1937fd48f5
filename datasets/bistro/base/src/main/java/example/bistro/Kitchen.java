package example.bistro;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Cooks what was ordered, the most urgent first. */
public class Kitchen {

  /** Things that wait, the smallest first; equal ones in the order of their arrival. */
  public static class Waiting<T> {

    private final List<T> items = new ArrayList<>();
    private final Comparator<? super T> order;

    public Waiting(Comparator<? super T> order) {
      this.order = order;
    }

    public void put(T item) {
      int place = items.size();
      while (place > 0 && order.compare(items.get(place - 1), item) > 0) {
        place--;
      }
      items.add(place, item);
    }

    public <R extends List<? super T>> R drainTo(R target, int limit) {
      int moved = 0;
      while (moved < limit && !items.isEmpty()) {
        target.add(items.remove(0));
        moved++;
      }
      return target;
    }

    public int size() {
      return items.size();
    }
  }

  /** One dish to cook. */
  public record Ticket(String dish, int minutes, boolean rush) {}

  private final Waiting<Ticket> waiting =
      new Waiting<>(Comparator.comparing((Ticket ticket) -> !ticket.rush()));

  public void accept(Order order, boolean rush) {
    for (Order.Line line : order.lines()) {
      Dish dish = line.dish();
      int minutes = Menu.minutesFor(dish);
      for (int i = 0; i < line.count(); i++) {
        waiting.put(new Ticket(dish.name(), minutes, rush));
      }
    }
  }

  public List<Ticket> next(int hands) {
    return waiting.drainTo(new ArrayList<>(), hands);
  }

  public int backlog() {
    return waiting.size();
  }

  /** Minutes until all tickets are done by so many cooks who share the work evenly. */
  public static int minutesFor(List<Ticket> tickets, int cooks) {
    int sum = sumOf(tickets);
    return (sum + cooks - 1) / cooks;
  }

  private static int sumOf(List<Ticket> tickets) {
    int sum = 0;
    for (Ticket ticket : tickets) {
      sum += ticket.minutes();
    }
    return sum;
  }

  /** The dish that takes longest, by name; of equal ones the first. */
  public static String slowest(List<Ticket> tickets) {
    return largest(tickets, Comparator.comparingInt(Ticket::minutes)).dish();
  }

  /** The ticket time that is the highest of all. */
  public static int longestMinutes(List<Ticket> tickets) {
    return largest(tickets.stream().map(Ticket::minutes).toList());
  }

  static <T extends Comparable<? super T>> T largest(List<? extends T> items) {
    T best = items.get(0);
    for (T item : items) {
      if (item.compareTo(best) > 0) {
        best = item;
      }
    }
    return best;
  }

  static <T> T largest(List<? extends T> items, Comparator<? super T> order) {
    T best = items.get(0);
    for (T item : items) {
      if (order.compare(item, best) > 0) {
        best = item;
      }
    }
    return best;
  }
}
