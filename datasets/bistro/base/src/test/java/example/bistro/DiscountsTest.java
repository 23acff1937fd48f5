package example.bistro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscountsTest {

  private final Discounts discounts = new Discounts();

  @ParameterizedTest
  @CsvSource({"16,10.00", "17,8.00", "18,8.00", "20,10.00"})
  void happyHourIsCheaper(int hour, String expected) {
    Order order = new Order(1);
    order.add(Dish.of("Soup", "5.00"), 2);
    assertEquals(
        Money.parse(expected), discounts.reduced(order, LocalDateTime.of(2024, 5, 7, hour, 30)));
  }

  @Test
  void muchIsCheaper() {
    Order order = new Order(1);
    order.add(Dish.of("Feast", "100.00"), 2);
    assertEquals(
        Money.parse("190.00"), discounts.reduced(order, LocalDateTime.of(2024, 5, 7, 12, 0)));
  }

  @ParameterizedTest
  @CsvSource({"3,100.00", "4,95.00", "7,95.00", "8,90.00", "11,90.00"})
  void manyGuestsPayLess(int guests, String expected) {
    assertEquals(Money.parse(expected), discounts.reducedForGuests(Money.parse("100"), guests));
  }

  @Test
  void isClosedOnMondays() {
    assertTrue(discounts.isClosed(DayOfWeek.MONDAY));
    assertFalse(discounts.isClosed(DayOfWeek.SUNDAY));
  }
}
