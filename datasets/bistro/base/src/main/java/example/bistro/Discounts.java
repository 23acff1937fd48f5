package example.bistro;

import java.time.DayOfWeek;
import java.time.LocalDateTime;

/** What the house gives away. */
public class Discounts {

  private static final int HAPPY_FROM = 17;
  private static final int HAPPY_UNTIL = 19;

  public Money reduced(Order order, LocalDateTime when) {
    Money total = order.total();
    if (isHappyHour(when)) {
      total = minusPercent(total, 20);
    }
    if (total.cents() >= 10_000) {
      total = minusPercent(total, 5);
    }
    return total;
  }

  boolean isHappyHour(LocalDateTime when) {
    return when.getHour() >= HAPPY_FROM && when.getHour() < HAPPY_UNTIL;
  }

  Money minusPercent(Money amount, int percent) {
    long off = amount.cents() * percent / 100;
    return new Money(amount.cents() - off);
  }

  public Money reducedForGuests(Money total, int guests) {
    long off = 0;
    if (guests >= 8) {
      off = total.cents() / 10;
    } else if (guests >= 4) {
      off = total.cents() / 20;
    }
    return new Money(total.cents() - off);
  }

  public boolean isClosed(DayOfWeek day) {
    return day == DayOfWeek.MONDAY;
  }
}
