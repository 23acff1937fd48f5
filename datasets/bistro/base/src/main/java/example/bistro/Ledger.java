package example.bistro;

import java.util.ArrayList;
import java.util.List;

/** The day's takings. This file has Windows line ends. */
public class Ledger {

  private final List<Money> takings = new ArrayList<>();

  public void take(Money amount) {
    if (isNothing(amount)) {
      return;
    }
    takings.add(amount);
  }

  private boolean isNothing(Money amount) {
    return amount.cents() == 0;
  }

  public Money sum() {
    Money sum = Money.ZERO;
    for (Money taking : takings) {
      sum = sum.plus(taking);
    }
    return sum;
  }

  public Money average() {
    if (takings.isEmpty()) {
      return Money.ZERO;
    }
    return new Money(sum().cents() / takings.size());
  }

  public Money largest() {
    Money largest = Money.ZERO;
    for (Money taking : takings) {
      if (taking.compareTo(largest) > 0) {
        largest = taking;
      }
    }
    return largest;
  }

  public String closing(String waiter) {
    String signature = Texts.signature(waiter);
    return signature + " took " + sum() + " in " + tally();
  }

  private String tally() {
    StringBuilder tally = new StringBuilder();
    tally.append(takings.size());
    tally.append(" payments");
    return tally.toString();
  }
}
