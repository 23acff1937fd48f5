package example.bistro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTest {

  private static final Dish SOUP = Dish.of("Soup", "4.50");
  private static final Dish WINE = Dish.of("Wine", "6.01", Dish.Tag.DRINK);

  private final Order order = new Order(7);

  @Test
  void startsEmpty() {
    assertTrue(order.isEmpty());
    assertEquals(Money.ZERO, order.total());
    assertEquals(7, order.table());
  }

  @Test
  void addsOneLinePerDish() {
    order.add(SOUP);
    order.add(WINE, 2);
    order.add(SOUP, 3);
    assertEquals(List.of(new Order.Line(SOUP, 4), new Order.Line(WINE, 2)), order.lines());
  }

  @Test
  void addsAWholeList() {
    order.add(List.of(SOUP, WINE, SOUP));
    assertEquals(Map.of("Soup", 2, "Wine", 1), order.countsByName());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void refusesToAddNothing(int count) {
    assertThrows(IllegalArgumentException.class, () -> order.add(SOUP, count));
  }

  @Test
  void sumsUp() {
    order.add(SOUP, 2);
    order.add(WINE);
    assertEquals(Money.parse("15.01"), order.total());
  }

  @Nested
  class Removing {

    @Test
    void takesSomeAway() {
      order.add(SOUP, 3);
      order.remove(SOUP, 2);
      assertEquals(List.of(new Order.Line(SOUP, 1)), order.lines());
    }

    @Test
    void dropsTheLineWhenNothingIsLeft() {
      order.add(SOUP, 3);
      order.remove(SOUP, 3);
      assertTrue(order.isEmpty());
    }

    @Test
    void refusesWhatWasNotOrdered() {
      order.add(SOUP);
      assertThrows(IllegalArgumentException.class, () -> order.remove(WINE, 1));
      assertThrows(IllegalArgumentException.class, () -> order.remove(SOUP, 2));
    }
  }

  @ParameterizedTest
  @CsvSource({"1,6.01", "2,3.01", "4,1.51"})
  void letsTheFirstGuestPayTheOddCent(int guests, String first) {
    order.add(WINE);
    List<Money> shares = order.split(guests);
    assertEquals(guests, shares.size());
    assertEquals(Money.parse(first), shares.get(0));
    assertEquals(order.total(), shares.stream().reduce(Money.ZERO, Money::plus));
  }

  @Test
  void cannotBeSplitAmongNobody() {
    assertThrows(IllegalArgumentException.class, () -> order.split(0));
  }
}
