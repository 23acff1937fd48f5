package example.bistro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LedgerTest {

  private final Ledger ledger = new Ledger();

  @Test
  void isEmptyInTheMorning() {
    assertEquals(Money.ZERO, ledger.sum());
    assertEquals(Money.ZERO, ledger.average());
    assertEquals(Money.ZERO, ledger.largest());
  }

  @Test
  void sumsUp() {
    take("3.00", "5.00", "4.01");
    assertEquals(Money.parse("12.01"), ledger.sum());
    assertEquals(Money.parse("4.00"), ledger.average());
    assertEquals(Money.parse("5.00"), ledger.largest());
  }

  @Test
  void doesNotCountNothing() {
    take("3.00", "0");
    assertEquals("Ann took 3.00 in 1 payments", ledger.closing("Ann"));
  }

  @Test
  void signsWithAShortFirstName() {
    assertEquals("Maximili. took 0.00 in 0 payments", ledger.closing(" Maximilian Muster"));
  }

  private void take(String... amounts) {
    for (String amount : amounts) {
      ledger.take(Money.parse(amount));
    }
  }
}
