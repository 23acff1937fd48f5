package example.bistro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoneyTest {

  @ParameterizedTest
  @CsvSource({"12,1200", "12.50,1250", "0.05,5"})
  void readsText(String text, long cents) {
    assertEquals(new Money(cents), Money.parse(text));
  }

  @Test
  void calculates() {
    assertEquals(new Money(350), new Money(100).plus(new Money(250)));
    assertEquals(new Money(-150), new Money(100).minus(new Money(250)));
    assertEquals(new Money(300), new Money(100).times(3));
  }

  @Test
  void printsTwoDigits() {
    assertEquals("3.07", new Money(307).toString());
  }
}
