package example.bistro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.bistro.Kitchen.Ticket;
import example.bistro.Kitchen.Waiting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class KitchenTest {

  private static final Dish SOUP = Dish.of("Soup", "4.50");
  private static final Dish WINE = Dish.of("Wine", "6.00", Dish.Tag.DRINK);

  @Test
  void cooksInTheOrderOfArrival() {
    Kitchen kitchen = new Kitchen();
    kitchen.accept(order(SOUP, WINE), false);
    assertEquals(List.of(new Ticket("Soup", 9, false)), kitchen.next(1));
    assertEquals(List.of(new Ticket("Wine", 1, false)), kitchen.next(5));
    assertEquals(0, kitchen.backlog());
  }

  @Test
  void letsARushOvertake() {
    Kitchen kitchen = new Kitchen();
    kitchen.accept(order(SOUP, SOUP), false);
    kitchen.accept(order(WINE), true);
    assertEquals(3, kitchen.backlog());
    assertEquals("Wine", kitchen.next(1).get(0).dish());
  }

  @Test
  void sharesTheWork() {
    List<Ticket> tickets = List.of(new Ticket("a", 5, false), new Ticket("b", 6, false));
    assertEquals(11, Kitchen.minutesFor(tickets, 1));
    assertEquals(6, Kitchen.minutesFor(tickets, 2));
  }

  @Test
  void knowsTheSlowest() {
    List<Ticket> tickets =
        List.of(new Ticket("a", 5, false), new Ticket("b", 6, false), new Ticket("c", 6, true));
    assertEquals("b", Kitchen.slowest(tickets));
    assertEquals(6, Kitchen.longestMinutes(tickets));
  }

  @Test
  void keepsEqualThingsInOrder() {
    Waiting<String> waiting = new Waiting<>(Comparator.comparing(String::length));
    for (String word : List.of("ccc", "b", "aa", "a")) {
      waiting.put(word);
    }
    assertEquals(List.of("b", "a", "aa"), waiting.drainTo(new ArrayList<>(), 3));
    assertEquals(1, waiting.size());
  }

  @Test
  void drainsNoMoreThanThereIs() {
    Waiting<String> waiting = new Waiting<>(Comparator.naturalOrder());
    assertTrue(waiting.drainTo(new ArrayList<>(), 3).isEmpty());
  }

  private static Order order(Dish... dishes) {
    Order order = new Order(1);
    order.add(List.of(dishes));
    return order;
  }
}
